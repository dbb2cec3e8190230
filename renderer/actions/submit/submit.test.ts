import { describe, expect, it } from 'vitest';
import { createForms } from '../../forms/edit-forms.ts';
import type { LiveNode } from '../../runtime/live.ts';
import { node, settle } from '../../runtime/testing.ts';
import { act, play, say } from '../testing.ts';

describe('submit validates a form, then runs its submit list', () => {
  const form = node('form', 'search', { on: { submit: [say('sent')], invalid: [say('wrong')] } });

  it('inside the list of the action, which continues afterwards', async () => {
    const { tap, toasts } = await play({
      tap: [act('submit', { form: 'search' }), say('after')],
      plan: { body: [form] },
      options: { createForms },
    });
    await tap();
    expect(toasts()).toEqual(['sent', 'after']);
  });

  it('ends at once if nothing is asynchronous, and its node is enabled again', async () => {
    const { screen, find, toasts } = await play({
      tap: [act('submit', { form: 'search' }), say('after')],
      plan: { body: [form] },
      options: { createForms },
    });
    const button = find('act') as LiveNode;
    screen.emit(button, 'tap');
    await settle();
    expect(toasts()).toEqual(['sent', 'after']);
    expect(button.snapshot().busy).toBe(false);
  });

  it('fails with "unsupported" on a page without forms', async () => {
    const { tap, toasts, world } = await play({
      tap: [act('submit', { form: 'search' }), say('after')],
      plan: { body: [form] },
      app: { failures: { unsupported: [say('not here')] } },
    });
    await tap();
    expect(toasts()).toEqual(['not here']);
    expect(world.faults.map((fault) => fault.code)).toContain('form/unsupported');
  });
});
