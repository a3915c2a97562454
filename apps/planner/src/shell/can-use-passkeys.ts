// Whether this page can ask for passkeys: a number in the address, or an old browser, cannot.
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !/^(\d+\.){3}\d+$|^\[/.test(location.hostname)
}
