/** Small sounds made by the browser itself: a card laid down, a trick taken, one's turn. */
type Sound = "card" | "trick" | "turn"

let context: AudioContext | undefined

/** Frequency in hertz, delay and length in seconds, loudness 0 … 1. */
const TONES: Record<Sound, [number, number, number, number][]> = {
  card: [[190, 0, 0.05, 0.16]],
  trick: [
    [165, 0, 0.06, 0.14],
    [124, 0.07, 0.09, 0.14],
  ],
  turn: [
    [392, 0, 0.16, 0.09],
    [523, 0.12, 0.22, 0.08],
  ],
}

/** Browsers allow no sound before the page has been touched. */
export function play(sound: Sound): void {
  if (!navigator.userActivation.hasBeenActive) return
  context ??= new AudioContext()
  for (const [frequency, delay, length, loudness] of TONES[sound])
    tone(context, frequency, context.currentTime + delay, length, loudness)
}

function tone(audio: AudioContext, frequency: number, start: number, length: number, loudness: number): void {
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(loudness, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + length)
}
