"""Shuffles against the construction in the docstring of `stova.engine.shuffle`, made again with hashlib alone."""

import random
from collections import Counter
from itertools import islice

import pytest

import stova
from helpers import GAMES, KEY, hmac_sha256, shuffled_again, stream_again
from stova import RulesError
from stova.engine.shuffle import below, key_of, shuffled, stream


def test_hmac_of_rfc_4231() -> None:
    expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    assert hmac_sha256(b"\x0b" * 20, b"Hi There").hex() == expected


@pytest.mark.parametrize("number", [0, 1, 2**64 - 1])
def test_the_stream(number: int) -> None:
    key = bytes(range(32))
    assert list(islice(stream(key, "draw", number), 640)) == stream_again(key, "draw", number)


@pytest.mark.parametrize("number", [0, 1, 255, 256, 2**40, 2**64 - 1])
def test_the_pack_of_a_deal(number: int) -> None:
    for key in (bytes(32), b"\xff" * 32, random.Random(number).randbytes(32)):
        for name in GAMES:
            state = stova.game(name).deal(key=key, number=number)
            ascending = [str(card) for card in sorted(state.pack)]
            assert [str(card) for card in state.pack] == shuffled_again(ascending, key, "deal", number)


def test_the_card_drawn_for_a_deal() -> None:
    game = stova.game("klaverjas", trump_choice="turned")
    for number in range(5):
        pack = shuffled_again([str(card) for card in game.pack], bytes(range(32)), "turn", number)
        assert str(game.deal(key=bytes(range(32)), number=number).drawn) == pack[0]


def test_a_known_deal() -> None:
    pack = stova.game("sjavs").deal(key="00" * 32).pack
    assert " ".join(map(str, pack)) == (
        "9S QH 8H 10H 10D JD 8S 9H JH 7H 8D 9D AH 10C JS AC 7D KS KD KH QD JC QC AD 7C 7S 8C QS AS 10S KC 9C"
    )


def test_numbers_below_a_limit_are_equally_likely() -> None:
    for limit in (1, 2, 3, 7, 32, 200, 256):
        counts = Counter(below(limit, iter([byte, 0])) for byte in range(256 - 256 % limit))
        assert set(counts) == set(range(limit))
        assert set(counts.values()) == {256 // limit}
    assert below(200, iter([255, 200, 199])) == 199


def test_every_card_is_everywhere_equally_often() -> None:
    pack = stova.game("sjavs").pack
    deals = 4000
    packs = (shuffled(pack, b"k" * 32, "deal", number) for number in range(deals))
    counts = Counter((card, place) for shuffle in packs for place, card in enumerate(shuffle))
    expected = deals / 32
    chi_square = sum((counts[card, place] - expected) ** 2 / expected for card in pack for place in range(32))
    freedom = 31 * 31
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_pairs_of_neighbours_are_equally_likely() -> None:
    pack = stova.game("sjavs").pack[:4]
    counts = Counter(shuffled(pack, b"k" * 32, "deal", number) for number in range(4800))
    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 23 + 4 * 46**0.5


def test_labels_numbers_and_keys_differ() -> None:
    pack = stova.game("sjavs").pack
    made = {
        shuffled(pack, key, label, n) for key in (bytes(32), b"1" * 32) for label in ("deal", "draw") for n in (0, 1)
    }
    assert len(made) == 8


def test_keys() -> None:
    assert key_of("0a" * 32) == key_of("0A" * 32) == key_of(b"\x0a" * 32) == b"\x0a" * 32


@pytest.mark.parametrize("wrong", ["", "00", "0" * 63, "zz" * 32, b"short", b"x" * 33, "٣" * 64])
def test_what_is_no_key(wrong: str | bytes) -> None:
    with pytest.raises(RulesError, match="a key is 32 bytes, or 64 hexadecimal digits"):
        key_of(wrong)
    with pytest.raises(RulesError):
        stova.game("sjavs").deal(key=wrong)


def test_the_same_key_and_number_deal_the_same() -> None:
    for name in GAMES:
        deals = [stova.game(name).deal(key=KEY, number=number) for number in (0, 0, 1)]
        assert deals[0] == deals[1] != deals[2]
