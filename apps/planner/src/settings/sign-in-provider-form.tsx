// The form of a provider: how it is reached, whom it lets in, and what its groups may do.
import { Modal, Stack } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { GroupRole, SignInProvider, SignInProviderInput } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import type { Field } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { GroupRoles, roles, wholeRules, writtenRules } from './group-roles.tsx'
import { ProviderTrial } from './provider-trial.tsx'

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
    fresh: { issuer: 'https://', scope: 'openid email profile', enabled: true },
    onClose,
    ...useProviderCalls(provider, onSaved),
  })
  const { issuer, scope } = form.values
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
          <ProviderTrial issuer={String(issuer)} scope={String(scope)} />
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

function providerFields(t: TFunction, provider: SignInProvider | undefined): Field[] {
  const isNew = provider === undefined
  return [
    named('label', { isRequired: true, input: { maxLength: 100, 'data-autofocus': true } }),
    named('issuer', { isRequired: true, input: { maxLength: 500 } }),
    named('client_id', { isRequired: true, input: { maxLength: 500, autoComplete: 'off' } }),
    named('secret', {
      hint: isNew || !provider.has_secret ? 'providers.hint.secret' : 'providers.hint.secret_stored',
      input: { maxLength: 1_000, autoComplete: 'off' },
    }),
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
    named('scope', { isRequired: true, input: { maxLength: 500 } }),
    named('enabled', { kind: 'switch' }),
  ]
}
