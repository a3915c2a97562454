// The reader's language: kept on this device, and with the account for mails.
import * as operations from '@routewright/client/operations'
import { chooseWords, isLanguage, type Language } from '@routewright/ui/words'
import { useTranslation } from 'react-i18next'
import { call } from './service.ts'

export function useLanguageChoice(): { language: Language; choose(language: Language): void } {
  const { i18n } = useTranslation()
  const language = isLanguage(i18n.language) ? i18n.language : 'en'
  return {
    language,
    choose(next) {
      void chooseWords(i18n, next)
      // The page is in the new language either way; mails follow when the account could be reached.
      call(operations.updateProfile, { body: { language: next } }, { once: true, withoutSignIn: true }).catch(
        () => undefined,
      )
    },
  }
}
