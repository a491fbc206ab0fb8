"""Fair deals: the key is what secret and shares make it, and nothing else passes for it."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import stova
from stova import fair
from stova.errors import RecordError, RulesError

SECRET = bytes(range(32))
SHARES = (b"", b"\x00", b"cut", bytes(32))
shares = st.lists(st.binary(max_size=fair.MOST_SHARED), min_size=2, max_size=5)
secrets = st.binary(min_size=32, max_size=32)


def test_the_construction_as_it_is_described() -> None:
    told = b"".join(bytes([len(share)]) + share for share in SHARES)
    made = hmac.new(SECRET, b"stova-fair-1 key" + told, hashlib.sha256).digest()
    assert fair.match_key(SECRET, SHARES) == made
    assert fair.commitment(SECRET) == hashlib.sha256(b"stova-fair-1 commitment" + SECRET).digest()


def test_the_construction_stays_as_it_is() -> None:
    """Records of today are verified in years to come."""
    key = "8d03659a1289db5d4122894245d78ef2c2cf283f0e431dd1d0390eb7192baa67"
    commitment = "1186cecbc9987d99adffb9669684696e0123b03c34d7245b183dd2464f8968e4"
    assert fair.match_key(SECRET, SHARES).hex() == key
    assert fair.commitment(SECRET).hex() == commitment


@given(secrets, shares, shares)
def test_other_shares_make_another_key(secret: bytes, one: list[bytes], other: list[bytes]) -> None:
    """Also where the same bytes are shared out among the seats otherwise."""
    assert (fair.match_key(secret, one) == fair.match_key(secret, other)) == (one == other)


def test_bytes_shared_out_otherwise_make_another_key() -> None:
    assert fair.match_key(SECRET, [b"ab", b"c"]) != fair.match_key(SECRET, [b"a", b"bc"])
    assert fair.match_key(SECRET, [b"a", b""]) != fair.match_key(SECRET, [b"", b"a"])
    assert fair.match_key(SECRET, [b"a"]) != fair.match_key(SECRET, [b"a", b""])


@given(secrets, shares)
def test_a_proof_passes(secret: bytes, told: list[bytes]) -> None:
    proof = fair.proof(secret, told)
    key = fair.match_key(secret, told).hex()
    fair.check(proof, key, seats=len(told))
    fair.check(proof, key, seats=len(told), shown=f" {proof.commitment.upper()}\n")


def test_shares_have_a_length() -> None:
    with pytest.raises(RulesError, match="32 bytes"):
        fair.match_key(SECRET, [bytes(33)])


PROOF = fair.proof(SECRET, SHARES)
KEY = fair.match_key(SECRET, SHARES).hex()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"secret": bytes(32).hex()}, "commitment"),
        ({"secret": SECRET.hex()[:-2]}, "32 bytes"),
        ({"secret": "no digits"}, "hexadecimal"),
        ({"secret": bytes(33).hex(), "commitment": fair.commitment(bytes(33)).hex()}, "32 bytes, not 33"),
        ({"commitment": bytes(32).hex()}, "commitment"),
        ({"commitment": ""}, "commitment"),
        ({"shares": ["", "00", "637575", "00" * 32]}, "make the key"),
        ({"shares": ["00", "", "637574", "00" * 32]}, "make the key"),
        ({"shares": ["", "00", "637574"]}, "4 seats"),
        ({"shares": ["", "00", "637574", "00" * 32, "5a"]}, "4 seats"),
        ({"shares": ["", "00", "637574", "00" * 33]}, "32 bytes"),
        ({"shares": ["", "00", "637574", "x"]}, "hexadecimal"),
    ],
)
def test_what_was_changed_is_found(changed: dict[str, str | list[str]], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        fair.check(replace(PROOF, **changed), KEY, seats=4)


@pytest.mark.parametrize("key", [None, "", bytes(32).hex(), KEY[:-1], KEY.upper()])
def test_another_key_is_found(key: str | None) -> None:
    with pytest.raises(RecordError, match="make the key"):
        fair.check(PROOF, key, seats=4)


def test_a_commitment_noted_elsewhere_is_compared() -> None:
    """A house that changed its mind after it saw the shares shows a whole proof that holds, of another secret."""
    other = fair.proof(bytes(32), SHARES)
    fair.check(other, fair.match_key(bytes(32), SHARES).hex(), seats=4)
    with pytest.raises(RecordError, match="shown before"):
        fair.check(other, fair.match_key(bytes(32), SHARES).hex(), seats=4, shown=PROOF.commitment)


def test_what_is_no_commitment_is_not_compared() -> None:
    with pytest.raises(RulesError, match="64 hexadecimal digits") as caught:
        fair.check(PROOF, KEY, seats=4, shown=PROOF.commitment + "0")
    assert not isinstance(caught.value, RecordError)


def test_where_the_scorer_deals_first_no_lot_says_who_does() -> None:
    """Rule: KJ-2."""
    game = stova.game("klaverjas", first_dealer="scorer")
    assert {fair.first_dealer(game, bytes([number]) * 32) for number in range(8)} == {0}


def test_a_house_cannot_add_a_share_of_its_own() -> None:
    """With one seat more it could try shares until it likes the cards."""
    added = (*SHARES, b"what the house likes")
    with pytest.raises(RecordError, match="4 seats"):
        fair.check(fair.proof(SECRET, added), fair.match_key(SECRET, added).hex(), seats=4)
