// The metadata of a SAML provider, as administrators paste it: parsing and checks.
import { X509Certificate } from 'node:crypto'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { everyElement, getChildren, isElement, parseXml, type XmlElement } from './saml-xml.ts'

export interface SamlMetadata {
  /** Entity id of the provider. */
  entityId: string
  /** URL at which browsers sign in. */
  signOn: string
  /** Certificates whose signatures count. */
  certificates: X509Certificate[]
}

const field = 'saml_metadata'
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const longestEntityId = 500
const mostCertificates = 10
const fewestBits = 2_048

/**
 * Signatures of metadata are not looked at: an administrator pasted it. Throws invalid_payload for saml_metadata, with what is
 * missing in it.
 */
export function readMetadata(text: string): SamlMetadata {
  const entity = theEntity(parse(text))
  const entityId = entity.attributes.entityID ?? ''
  if (entityId === '' || entityId.length > longestEntityId) {
    throw invalidPayload(field, `needs an entityID of 1 to ${longestEntityId} characters`)
  }
  const provider = getChildren(entity, 'metadata', 'IDPSSODescriptor').find(({ attributes }) =>
    (attributes.protocolSupportEnumeration ?? '').split(/\s+/).includes(protocol),
  )
  if (!provider) throw invalidPayload(field, 'describes no provider of SAML 2.0: it has no IDPSSODescriptor')
  if (['true', '1'].includes(provider.attributes.WantAuthnRequestsSigned ?? '')) {
    throw invalidPayload(
      field,
      'asks for signed requests (WantAuthnRequestsSigned), which are not sent: switch that off there',
    )
  }
  return { entityId, signOn: getSignOn(provider), certificates: listCertificates(provider) }
}

function parse(text: string): XmlElement {
  try {
    return parseXml(text.trim())
  } catch (error) {
    throw invalidPayload(field, (error as Error).message)
  }
}

/** The provider itself, or the only one of a list that holds services, too. */
function theEntity(root: XmlElement): XmlElement {
  const entities = [...everyElement(root)].filter((element) => isElement(element, 'metadata', 'EntityDescriptor'))
  const providers = entities.filter((entity) => getChildren(entity, 'metadata', 'IDPSSODescriptor').length > 0)
  if (providers.length > 1) throw invalidPayload(field, `holds ${providers.length} providers: give that of one alone`)
  const entity = providers[0] ?? entities[0]
  if (!entity) throw invalidPayload(field, 'is no metadata of SAML 2.0: it has no EntityDescriptor')
  return entity
}

function getSignOn(provider: XmlElement): string {
  const services = getChildren(provider, 'metadata', 'SingleSignOnService')
  const address = services.find(({ attributes }) => attributes.Binding === redirectBinding)?.attributes.Location
  if (address === undefined) {
    throw invalidPayload(
      field,
      'has no SingleSignOnService with the binding HTTP-Redirect, by which browsers are sent there',
    )
  }
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw invalidPayload(field, `names ${address.slice(0, 200)} as the address to sign in at, which is none of the web`)
  }
  return address
}

function listCertificates(provider: XmlElement): X509Certificate[] {
  const keys = getChildren(provider, 'metadata', 'KeyDescriptor').filter(
    ({ attributes }) => attributes.use === undefined || attributes.use === 'signing',
  )
  const written = keys
    .flatMap((key) => [...everyElement(key)])
    .filter((element) => isElement(element, 'signature', 'X509Certificate'))
    .map(({ text }) => text.replace(/\s+/g, ''))
  const distinct = [...new Set(written)]
  if (distinct.length === 0) throw invalidPayload(field, 'has no certificate for signatures (KeyDescriptor)')
  if (distinct.length > mostCertificates) throw invalidPayload(field, `has more than ${mostCertificates} certificates`)
  const certificates = distinct.map(readCertificate)
  const usable = certificates.filter(isCheckable)
  if (usable.length === 0) {
    throw invalidPayload(
      field,
      `has no certificate with an RSA key of ${fewestBits} bits or more, which signatures need`,
    )
  }
  return usable
}

function readCertificate(written: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(written, 'base64'))
  } catch {
    throw invalidPayload(field, 'has a certificate that cannot be read')
  }
}

/** Returns whether signatures by this certificate can be checked, and are too strong to be forged. */
function isCheckable({ publicKey }: X509Certificate): boolean {
  return publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits
}
