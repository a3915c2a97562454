// A choice of how something is shown, kept on this device for the person who is signed in.
import { useLocalStorage } from '@mantine/hooks'
import { useSession } from './session.ts'

export function useKeptChoice<Value>(name: string, fallback: Value): [Value, (value: Value) => void] {
  const { user } = useSession()
  const [value, setValue] = useLocalStorage({
    key: `routewright.${name}.${user.id}`,
    defaultValue: fallback,
    getInitialValueInEffect: false,
  })
  return [value, setValue]
}
