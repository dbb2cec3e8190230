import { describe, expect, it } from 'vitest';
import { createForms } from '../../forms/edit-forms.ts';
import { get, node } from '../../runtime/testing.ts';
import { act, play, say } from '../testing.ts';

describe('validate validates fields of a form', () => {
  const field = node('rating', 'stars', {
    props: { name: 'stars', label: 'Stars' },
    lists: { rules: [{ props: { rule: 'required', message: 'Choose' } }] },
  });
  const form = node('form', 'rate', { slots: { body: [field] } });
  const list = (fields?: string) => [
    act('validate', { form: 'rate', ...(fields ? { fields: ['list', fields] as const } : {}) }),
    say('after'),
  ];
  const app = { failures: { invalid: [say(get('error.message'))] } };

  it('fails with "invalid" and the message of the first problem', async () => {
    const { tap, toasts } = await play({
      tap: list(),
      plan: { body: [form] },
      app,
      options: { createForms },
    });
    await tap();
    expect(toasts()).toEqual(['Choose']);
  });

  it('continues if the named fields are valid', async () => {
    const { tap, toasts } = await play({
      tap: list('other'),
      plan: { body: [form] },
      app,
      options: { createForms },
    });
    await tap();
    expect(toasts()).toEqual(['after']);
  });
});
