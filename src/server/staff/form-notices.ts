import type { RegistryRefusal } from '../registry/failures.ts';
import type { Notice } from './page-html.ts';

/** Messages for empty fields, by form and field as in `Notice`. */
const EMPTY: { readonly [at: string]: string } = {
  'signIn.name': 'Enter your e-mail address or name.',
  'signIn.password': 'Enter your password.',
  'invitePerson.name': 'Enter the e-mail address of the person.',
  'addService.name': 'Enter a name for the service account.',
  'makeToken.label': 'Say what the token is for, for example “My laptop”.',
  'changePassword.password': 'Enter your old password.',
  'changePassword.next': 'Enter a new password.',
};

/** The first empty field of a form. */
export function findEmpty(form: string, sent: { readonly [field: string]: string }): Notice | undefined {
  const found = Object.entries(EMPTY).find(([at]) => {
    const [name, field = ''] = at.split('.');
    return name === form && (sent[field] ?? '').trim() === '';
  });
  return found && { text: found[1], isFault: true, at: found[0] };
}

/** The field that a refusal is about. */
export function fieldOf(form: string, code: string): string | undefined {
  const fields = Object.keys(EMPTY).filter((at) => at.startsWith(`${form}.`));
  if (code === 'invalid' || code === 'conflict') return fields.at(-1);
  return form === 'changePassword' && code === 'forbidden' ? fields[0] : undefined;
}

export function noticeOf({ message }: RegistryRefusal): Notice {
  return { text: message, isFault: true };
}
