"""What keeps passkeys in a browser, without a finger or a face."""

from typing import Any

from playwright.sync_api import CDPSession

from browser.visitors import Visitor


class Keys:
    """The authenticator of a device."""

    def __init__(self, visitor: Visitor) -> None:
        self._session: CDPSession = visitor.context.new_cdp_session(visitor.page)
        self._session.send("WebAuthn.enable")
        kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        presence = {"isUserVerified": True, "automaticPresenceSimulation": True}
        added = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": kind | presence})
        self._which = {"authenticatorId": added["authenticatorId"]}

    @property
    def kept(self) -> list[Any]:
        found: list[Any] = self._session.send("WebAuthn.getCredentials", self._which)["credentials"]
        return found

    def take_over(self, credential: Any) -> None:
        """As a password manager brings it from one device to another."""
        self._session.send("WebAuthn.addCredential", self._which | {"credential": credential})
