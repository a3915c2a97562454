// Short notices at the edge of the screen; what can be undone offers it there.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

export function noteSuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4_000, withBorder: true })
}

interface NoticeAction {
  label: string
  act(): void
}

/** Stays until it is closed: an error must not vanish unread. What was done all the same may be taken back by `action`. */
export function noteFailure(title: string, message: string, action?: NoticeAction): void {
  const id = newId()
  const body = action ? <WithAction id={id} message={message} action={action} /> : message
  notifications.show({ id, title, message: body, color: 'red', autoClose: false, withBorder: true, role: 'alert' })
}

/** A notice with one action, for instance undo. One with the same name takes the place of the last. */
export function noteWithAction(message: string, action: NoticeAction, name?: string): void {
  const id = name ?? newId()
  if (name) notifications.hide(name)
  const body = <WithAction id={id} message={message} action={action} />
  notifications.show({ id, autoClose: 9_000, withBorder: true, message: body })
}

const newId = () => `notice-${Math.random().toString(36).slice(2)}`

/** The words, and the button that ends the notice and acts. */
function WithAction({ id, message, action }: { id: string; message: string; action: NoticeAction }) {
  const run = () => {
    notifications.hide(id)
    action.act()
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {message}
      </Text>
      <Button size="compact-sm" variant="light" onClick={run} style={{ flex: 'none' }}>
        {action.label}
      </Button>
    </Group>
  )
}

export function hideNotice(name: string): void {
  notifications.hide(name)
}
