import "@fontsource/alegreya-sans/latin-400.css"
import "@fontsource/alegreya-sans/latin-500.css"
import "@fontsource/alegreya-sans/latin-700.css"
import "@fontsource/alegreya-sans/latin-ext-400.css"
import "@fontsource/alegreya-sans/latin-ext-500.css"
import "@fontsource/alegreya-sans/latin-ext-700.css"
import { mount } from "svelte"
import App from "./App.svelte"
import { getLocale } from "./paraglide/runtime.js"
import "./styles/tokens.css"
import "./styles/base.css"

document.documentElement.lang = getLocale()
mount(App, { target: document.getElementById("app")! })
