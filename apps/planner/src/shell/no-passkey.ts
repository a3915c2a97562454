// A passkey that was asked for and not given: its owner gave up, or the device has none.
export class NoPasskey extends Error {}
