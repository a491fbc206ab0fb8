"""An authenticator in software: makes passkeys and shows them, as a phone or a security key does."""

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED = 0x05
WITH_KEY = 0x40


class Authenticator:
    """Holds one passkey. `uses` is its counter."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.identity = secrets.token_bytes(32)
        self.uses = 1

    def make(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """A credential for what a site asks on registering."""
        public = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")}
        length = len(self.identity).to_bytes(2, "big")
        kept = bytes(16) + length + self.identity + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], PRESENT_AND_VERIFIED | WITH_KEY) + kept
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = _said("webauthn.create", options, origin)
        return self._credential({"clientDataJSON": text(said), "attestationObject": text(attestation)})

    def show(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """A credential for what a site asks on coming in."""
        self.uses += 1
        data = self._data(options["rpId"], PRESENT_AND_VERIFIED)
        said = _said("webauthn.get", options, origin)
        signature = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": text(said), "authenticatorData": text(data), "signature": text(signature)}
        return self._credential(response)

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        name = text(self.identity)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _said(kind: str, options: dict[str, Any], origin: str) -> bytes:
    told = {"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
    return json.dumps(told).encode()


def text(data: bytes) -> str:
    """Bytes as they go over the wire."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
