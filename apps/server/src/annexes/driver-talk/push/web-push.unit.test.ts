// Encryption and signing of alerts against the examples of their standards.
import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPushed } from '../../../../test/push-receiver.ts'
import { authorizationFor, canEncryptFor, encryptFor, getSigner } from './web-push.ts'

const example = {
  text: 'When I grow up, I want to be a watermelon',
  ownPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  devicePrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

function makePair(secret: string) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret, 'base64url')
  return pair
}

test('the example of RFC 8291 comes out byte by byte', () => {
  const body = encryptFor(example, example.text, makePair(example.ownPrivate), Buffer.from(example.salt, 'base64url'))
  expect(body.toString('base64url')).toBe(example.body)
  const opened = openPushed(body, makePair(example.devicePrivate), Buffer.from(example.auth, 'base64url'))
  expect(opened).toBe(example.text)
})

test('each message has a key and a salt of its own', () => {
  const [one, two] = [encryptFor(example, 'x'), encryptFor(example, 'x')]
  expect(one.equals(two)).toBe(false)
  const device = makePair(example.devicePrivate)
  for (const body of [one, two]) expect(openPushed(body, device, Buffer.from(example.auth, 'base64url'))).toBe('x')
})

/** Returns whether the token is signed by the key next to it, and its claims. */
function readAuthorization(header: string) {
  const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(header)!
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ]
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return { isSigned, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}

test('the header is read as that of RFC 8292, and names the push service, an end and whom to ask', () => {
  const printed =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1Yi' +
    'I6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA' +
    ', k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  expect(readAuthorization(printed)).toMatchObject({ isSigned: true, claims: { aud: 'https://push.example.net' } })
  const signer = getSigner(Buffer.alloc(48, 7))
  const own = authorizationFor('https://push.example.net/a/b?c', signer, 'mailto:x@example.test', new Date(1_000_000))
  expect(readAuthorization(own)).toEqual({
    isSigned: true,
    claims: { aud: 'https://push.example.net', exp: 1_000 + 12 * 3_600, sub: 'mailto:x@example.test' },
  })
})

test('the same seed makes the same key, and what is no point of the curve is noticed', () => {
  const [one, two] = [getSigner(Buffer.alloc(48, 1)), getSigner(Buffer.alloc(48, 2))]
  expect(getSigner(Buffer.alloc(48, 1)).publicKey).toBe(one.publicKey)
  expect(two.publicKey).not.toBe(one.publicKey)
  expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
  expect(canEncryptFor(example)).toBe(true)
  expect(canEncryptFor({ p256dh: `B${'A'.repeat(86)}` })).toBe(false)
})
