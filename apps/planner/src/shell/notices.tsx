// Short notices at the edge of the screen; what can be undone offers it there.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

export function noteSuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4_000, withBorder: true })
}

/** Stays until it is closed: an error must not vanish unread. */
export function noteFailure(title: string, message: string): void {
  notifications.show({ title, message, color: 'red', autoClose: false, withBorder: true, role: 'alert' })
}

/** A notice with one action, for instance undo. One with the same name takes the place of the last. */
export function noteWithAction(message: string, label: string, act: () => void, name?: string): void {
  const id = name ?? `action-${Math.random().toString(36).slice(2)}`
  if (name) notifications.hide(name)
  const run = () => {
    notifications.hide(id)
    act()
  }
  notifications.show({
    id,
    autoClose: 9_000,
    withBorder: true,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="light" onClick={run} style={{ flex: 'none' }}>
          {label}
        </Button>
      </Group>
    ),
  })
}

export function hideNotice(name: string): void {
  notifications.hide(name)
}
