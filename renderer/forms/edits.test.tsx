// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';
import { fakeWorld } from '../runtime/testing.ts';

const SHELF = { ok: true, data: { name: 'Poems', fine: 0, books: [] } };
const shelf = (name: string, note?: string) => ({ ...SHELF, data: { ...SHELF.data, name, note } });

const NAME = { type: 'text-field', name: 'title', label: 'Title', initial: '${data.shelf.name}' };
const NOTE = { type: 'text-field', name: 'note', label: 'Note', initial: '${data.shelf.note}' };
const SCREEN = {
  params: { cardId: { carried: true } },
  data: { shelf: { endpoint: 'shelf', with: { cardId: '1' }, refresh: ['pull'] } },
};

async function drawShelf(body: readonly object[] = [NAME, NOTE], more: object = {}, world = fakeWorld()) {
  const drawn = await drawForm(body as never, {}, { ...SCREEN, ...more }, world);
  const answer = (reply: object, at = world.calls.length - 1) =>
    act(async () => world.calls[at]?.answer({ status: 200, body: JSON.stringify(reply) }));
  const pull = () => act(async () => void drawn.live.pull());
  return { ...drawn, answer, pull };
}

beforeEach(() => {
  document.body.replaceChildren();
});

describe('S23: a computed initial value', () => {
  it('fills the form when the data comes, and follows later readings', async () => {
    const { read, answer, pull, plan, getByLabelText } = await drawShelf();
    expect([plan.grammar, plan.uses.edit]).toEqual([5, true]);
    await answer(shelf('Poems'));
    expect([read('title'), read('note')]).toEqual(['Poems', undefined]);
    expect(getByLabelText('Title')).toHaveProperty('value', 'Poems');
    await pull();
    await answer(shelf('Prose', 'Upstairs'));
    expect([read('title'), read('note')]).toEqual(['Prose', 'Upstairs']);
    expect(getByLabelText('Title')).toHaveProperty('value', 'Prose');
  });

  it('does not change a field that the person has changed, and reset returns to the latest reading', async () => {
    const { read, write, answer, pull, reset } = await drawShelf();
    await answer(shelf('Poems', 'Old'));
    write('title', 'Mine');
    await pull();
    await answer(shelf('Prose', 'New'));
    expect([read('title'), read('note')]).toEqual(['Mine', 'New']);
    write('note', '');
    expect(read('note')).toBe('');
    reset();
    expect([read('title'), read('note')]).toEqual(['Prose', 'New']);
  });

  it('loses to a draft', async () => {
    const world = fakeWorld();
    const first = await drawShelf([NAME, NOTE], {}, world);
    await first.answer(shelf('Poems', 'Old'));
    first.write('title', 'Mine');
    await act(() => world.pass(1_000));
    first.unmount();
    first.live.close();
    const { read, answer } = await drawShelf([NAME, NOTE], {}, world);
    await answer(shelf('Prose', 'New'));
    expect([read('title'), read('note')]).toEqual(['Mine', 'New']);
  });

  it('is not computed again while the form is sent', async () => {
    const submit = [{ do: 'request', endpoint: 'book', with: { isbn: '${form.f.title}' } }];
    const body = [{ ...NAME, rules: [{ rule: 'required', message: 'Enter it' }] }];
    const { read, answer, pull, live, world } = await drawShelf(body, {
      body: [{ type: 'form', id: 'f', body, on: { submit } }],
    });
    await answer(shelf('Poems'));
    const form = live.body[0];
    if (form?.kind !== 'node') throw new Error('There is no form.');
    await act(async () => live.emit(form, 'submit'));
    expect(world.calls[1]?.url).toContain('book');
    await pull();
    await answer(shelf('Prose'), 2);
    expect(read('title')).toBe('Poems');
    await answer({ ok: true, data: {} }, 1);
    await act(() => world.pass(0));
    expect(read('title')).toBe('Prose');
  });

  it('of data that is optional is awaited before the form is sent, and read again after a failure', async () => {
    const { live, read, answer, world } = await drawShelf([NAME], {
      data: { shelf: { ...SCREEN.data.shelf, optional: true } },
      body: [
        {
          type: 'form',
          id: 'f',
          body: [
            { ...NAME, initial: { choose: [{ when: 'has(data.shelf)', value: '${data.shelf.name}' }] } },
          ],
          on: { submit: [] },
        },
      ],
    });
    const sending = live.engine.forms.submit('f', 'run');
    await answer(shelf('Poems'));
    expect([await sending, read('title')]).toEqual([undefined, 'Poems']);
    expect(world.calls).toHaveLength(1);
  });

  it('of optional data that cannot be read stops the sending', async () => {
    const { live, world } = await drawShelf([NAME], {
      data: { shelf: { ...SCREEN.data.shelf, optional: true } },
      body: [
        {
          type: 'form',
          id: 'f',
          body: [
            { ...NAME, initial: { choose: [{ when: 'has(data.shelf)', value: '${data.shelf.name}' }] } },
          ],
          on: { submit: [] },
        },
      ],
    });
    await act(async () => world.calls[0]?.fail());
    const sending = live.engine.forms.submit('f');
    await act(async () => world.calls[1]?.fail());
    expect(await sending).toMatchObject({ kind: 'refused', code: 'form/incomplete' });
  });

  it.each([
    ['a parameter', { ...NAME, initial: '${params.cardId}' }, '77'],
    ['a stored value', { type: 'check', name: 'title', label: 'T', initial: '${kept.tourSeen}' }, true],
    [
      'state',
      { type: 'number-field', name: 'title', label: 'T', number: 'integer', initial: '${state.n}' },
      3,
    ],
    [
      'an entry of choose',
      { ...NAME, initial: { choose: [{ when: 'state.n == 3', value: 'Three' }] } },
      'Three',
    ],
  ])('comes from %s', async (_, field, value) => {
    const { live, read } = await drawForm(
      [field] as never,
      {},
      {
        params: { cardId: { carried: true } },
        state: { n: { type: 'integer', initial: 3 } },
      },
    );
    act(() =>
      live.engine.store.change((draft) => {
        draft.params['cardId'] = '77';
        draft.kept['tourSeen'] = true;
      }),
    );
    expect(read('title')).toBe(value);
  });
});

describe('S24: what the person has changed', () => {
  const NOTES = {
    type: 'group',
    name: 'more',
    body: [
      { ...NOTE, name: 'a' },
      { ...NOTE, name: 'b' },
    ],
  };
  const BUTTON = {
    type: 'button',
    id: 'save',
    text: 'Save',
    enabledWhen: 'form.f.isChanged',
    on: { tap: [] },
  };

  it('is known of the form and of each field, and updates its readers', async () => {
    const { read, readSent, write, answer, pull, getByRole, plan } = await drawShelf([NAME, NOTE, NOTES], {
      bar: [BUTTON],
    });
    expect(plan.uses.edit).toBe(true);
    await answer(shelf('Poems', 'Old'));
    const save = getByRole('button', { name: 'Save' });
    const isEnabled = () => save.getAttribute('aria-disabled') === null;
    expect([read('isChanged'), read('changes'), isEnabled()]).toEqual([false, {}, false]);
    write('title', 'Mine');
    expect([read('isChanged'), read('changes'), isEnabled()]).toEqual([true, { title: 'Mine' }, true]);
    write('title', 'Poems');
    expect([read('isChanged'), isEnabled()]).toEqual([false, false]);
    write('note', '');
    write('more.a', 'New');
    expect(readSent('changes')).toEqual({ note: '', more: { a: 'New', b: 'Old' } });
    await pull();
    await answer(shelf('Prose', ''));
    expect(read('changes')).toEqual({ title: 'Poems', more: { a: 'New', b: '' } });
  });

  it('is nothing after reset, and after the data has what was sent', async () => {
    const { read, write, answer, pull, reset } = await drawShelf();
    await answer(shelf('Poems'));
    write('title', 'Mine');
    await pull();
    await answer(shelf('Mine'));
    expect([read('isChanged'), read('changes')]).toEqual([false, {}]);
    write('title', 'Yours');
    reset();
    expect([read('isChanged'), read('title')]).toEqual([false, 'Mine']);
  });

  it('is also known of a form without computed initial values', async () => {
    const { read, write, plan } = await drawForm([{ ...NAME, initial: 'Poems' }], {}, { bar: [BUTTON] });
    expect([plan.grammar, plan.uses.edit, read('isChanged')]).toEqual([5, true, false]);
    write('title', 'Prose');
    expect(read('isChanged')).toBe(true);
  });
});
