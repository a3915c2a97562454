// The form of a provider: how it is reached, whom it lets in, and what its groups may do.
import { Modal, Stack } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { type GroupRole, providerKinds, type SignInProvider, type SignInProviderInput } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import type { Field, FormValues } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { GroupRoles, roles, wholeRules, writtenRules } from './group-roles.tsx'
import { ProviderTrial } from './provider-trial.tsx'
import { SamlProviderFacts } from './saml-provider-facts.tsx'

interface ProviderFormProps {
  provider: SignInProvider | undefined
  onClose(): void
  onSaved(): Promise<unknown>
}

export function SignInProviderForm({ provider, onClose, onSaved }: ProviderFormProps) {
  const { t } = useTranslation(['settings', 'shell'])
  const fields = providerFields(t, provider)
  const form = useRecordForm<SignInProvider>({
    words: 'settings',
    fields,
    stored: provider,
    fresh: { kind: 'openid', issuer: 'https://', scope: 'openid email profile', enabled: true },
    onClose,
    ...useProviderCalls(provider, onSaved),
  })
  const { issuer, scope } = form.values
  const isSaml = isOfSaml(provider, form.values)
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      closeOnClickOutside={false}
      title={t(provider ? 'providers.edit' : 'providers.new')}
    >
      <form id={form.id} onSubmit={form.onSubmit}>
        <Stack>
          <FieldGrid fields={fields} form={form} />
          {!isSaml && <ProviderTrial issuer={String(issuer)} scope={String(scope)} />}
          {provider?.saml && <SamlProviderFacts issuer={provider.issuer} {...provider.saml} />}
          <FormFoot form={form} />
        </Stack>
      </form>
    </Modal>
  )
}

function useProviderCalls(provider: SignInProvider | undefined, onSaved: () => Promise<unknown>) {
  const { t } = useTranslation(['settings', 'records'])
  const path = { sign_in_provider_id: provider?.id ?? '' }
  const saved = async () => {
    noteSuccess(t('records:saved'))
    await onSaved()
  }
  return {
    create: (body: object) => call(operations.createSignInProvider, { body: body as SignInProviderInput }).then(saved),
    update: (body: object, { updated_at }: SignInProvider) =>
      call(operations.updateSignInProvider, { ...path, body }, { seenUpdatedAt: updated_at }).then(saved),
    async read() {
      const { providers } = await call(operations.listSignInProviders)
      const now = providers.find(({ id }) => id === provider!.id)
      if (!now) throw new Error(t('providers.gone'))
      return now
    },
    deletion: provider && {
      title: t('providers.delete'),
      text: t('providers.delete_text'),
      run: ({ updated_at }: SignInProvider) =>
        call(operations.deleteSignInProvider, path, { seenUpdatedAt: updated_at }).then(onSaved),
    },
  }
}

const named = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  kind: 'text',
  word: `providers.${name}`,
  hint: `providers.hint.${name}`,
  ...more,
})

/** A provider stays of the kind that it was made as. */
function isOfSaml(provider: SignInProvider | undefined, values: FormValues): boolean {
  return (provider?.kind ?? values.kind) === 'saml'
}

/** How the provider is reached: by its address and a client there, or by the metadata that it tells of itself. */
function reachedBy(t: TFunction, provider: SignInProvider | undefined): Field[] {
  const isNew = provider === undefined
  const isSaml = (values: FormValues) => isOfSaml(provider, values)
  const kind = named('kind', {
    kind: 'pick',
    options: providerKinds.map((value) => ({ value, label: t(`providers.kinds.${value}`) })),
    // The service sees it from what is sent with it.
    read: () => undefined,
  })
  return [
    named('label', { isRequired: true, input: { maxLength: 100, 'data-autofocus': true } }),
    ...(isNew ? [kind] : []),
    named('issuer', { isRequired: true, input: { maxLength: 500 }, isLeftOut: isSaml }),
    named('client_id', { isRequired: true, input: { maxLength: 500, autoComplete: 'off' }, isLeftOut: isSaml }),
    named('secret', {
      hint: isNew || !provider.has_secret ? 'providers.hint.secret' : 'providers.hint.secret_stored',
      input: { maxLength: 1_000, autoComplete: 'off' },
      isLeftOut: isSaml,
    }),
    named('saml_metadata', {
      kind: 'long',
      hint: isNew ? 'providers.hint.saml_metadata' : 'providers.hint.saml_metadata_stored',
      isRequired: isNew,
      isWide: true,
      input: { maxLength: 200_000, minRows: 4, maxRows: 8 },
      isLeftOut: (values) => !isSaml(values),
      read: (text) => String(text).trim() || undefined,
    }),
  ]
}

function providerFields(t: TFunction, provider: SignInProvider | undefined): Field[] {
  return [
    ...reachedBy(t, provider),
    named('email_domains', { kind: 'words', isWide: true }),
    named('creates_people', { kind: 'switch' }),
    named('trusts_emails', { kind: 'switch' }),
    named('default_role', {
      kind: 'choice',
      options: roles.map((value) => ({ value, label: t(`role.${value}`) })),
      input: { placeholder: t('providers.no_role') },
    }),
    named('groups_claim', { input: { maxLength: 200, placeholder: 'groups' } }),
    named('group_roles', {
      kind: 'own',
      isWide: true,
      Own: GroupRoles as Field['Own'],
      shown: (stored) => stored ?? [],
      read: (rules) => wholeRules(rules as GroupRole[]),
      written: (rules) => writtenRules(t, rules as GroupRole[]),
    } as Partial<Field>),
    named('scope', {
      isRequired: true,
      input: { maxLength: 500 },
      isLeftOut: (values) => isOfSaml(provider, values),
    }),
    named('enabled', { kind: 'switch' }),
  ]
}
