// The passkeys of the own account: renamed where they stand, and removed.
import { Button, Group, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { FactorsChanged, Passkey } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  onRemove(passkey: Passkey): void
  onChanged(changed: FactorsChanged, said: string): Promise<void>
}

export function PasskeyList({ passkeys, onRemove, onChanged }: PasskeyListProps) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const rename = ({ id: passkey_id, name: before }: Passkey, name: string) => {
    if (name === '' || name === before) return
    void action.run(async () =>
      onChanged(await call(operations.renamePasskey, { passkey_id, body: { name } }), t('factors.saved')),
    )
  }
  const columns = useColumns(rename, onRemove)
  if (passkeys.length === 0) return null
  return (
    <>
      <ColumnTable columns={columns} rows={passkeys} />
      <Refusal text={action.failure} />
    </>
  )
}

function useColumns(
  onRename: (passkey: Passkey, name: string) => void,
  onRemove: (passkey: Passkey) => void,
): Column<Passkey>[] {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  return [
    {
      key: 'name',
      cell: (passkey) => (
        <TextInput
          size="xs"
          aria-label={t('factors.passkey_rename', { name: passkey.name })}
          maxLength={100}
          defaultValue={passkey.name}
          onBlur={({ currentTarget: { value } }) => onRename(passkey, value.trim())}
        />
      ),
    },
    {
      key: 'used',
      cell: ({ last_used_at: used }) => (
        <Text size="sm" c="dimmed">
          {used ? t('factors.passkey_used', { when: formats.relative(used, Date.now()) }) : t('factors.passkey_unused')}
        </Text>
      ),
    },
    {
      key: 'remove',
      cell: (passkey) => (
        <Group justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('factors.passkey_remove', { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {t('factors.remove')}
          </Button>
        </Group>
      ),
    },
  ]
}
