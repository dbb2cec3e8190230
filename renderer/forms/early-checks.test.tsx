// @vitest-environment jsdom
import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryOptions } from '#renderer/grammar/testing.ts';
import { drawForm } from '#tests/draw-form.tsx';
import { PAUSE_MS } from './early-checks.ts';

const RULES = [{ rule: 'length', min: 3, message: 'At least three letters' }];
const TITLE = { type: 'text-field', name: 'title', label: 'Title', rules: RULES };
const NOTE = { type: 'text-field', name: 'note', label: 'Note', rules: RULES };

const STORE_PHOTO = {
  $schema: '../endpoint.schema.json',
  name: 'store-photo',
  description: 'One photo.',
  method: 'POST',
  path: '/photos',
  client: 'form',
  encoding: 'multipart',
  safe: false,
  effect: {
    is: 'idempotent',
    reason: 'Only the photo that is sent counts.',
    lost: 'Some photos were not uploaded. Try again, or remove them.',
  },
  request: { type: 'object', required: ['photo'], properties: { photo: { type: 'string', format: 'file' } } },
  reply: {
    type: 'object',
    required: ['url'],
    properties: { url: { type: 'string', format: 'uri', read: 'url' } },
  },
};

beforeEach(() => document.body.replaceChildren());

async function drawChecked(
  check: string,
  body: readonly object[] = [TITLE, NOTE],
  endpoints: NonNullable<LibraryOptions['endpoints']> = {},
) {
  const drawn = await drawForm(body as never, { check }, {}, undefined, { endpoints });
  const input = (label: string) => drawn.getByLabelText(label);
  const type = (label: string, text: string) => fireEvent.input(input(label), { target: { value: text } });
  const leave = (label: string, to?: string) =>
    fireEvent.focusOut(input(label), { relatedTarget: to === undefined ? null : input(to) });
  const pause = () => act(() => drawn.world.pass(PAUSE_MS));
  const problem = (name: string) => drawn.live.engine.forms.field('f', name).problem;
  const status = await waitFor(() => {
    const found = drawn.container.querySelector('form > [role="status"]');
    if (found === null) throw new Error('The code for editing is not loaded.');
    return found;
  });
  return { ...drawn, type, leave, pause, problem, said: () => status.textContent };
}

describe('S25: a field is checked', () => {
  it('when it is left, if the person has changed it; the problem is announced and disappears when it is mended', async () => {
    const { type, leave, pause, problem, getByText, said } = await drawChecked('leave');
    leave('Note', 'Title');
    type('Title', 'ab');
    await pause();
    expect([problem('title'), problem('note')]).toEqual([undefined, undefined]);
    leave('Title', 'Note');
    expect([problem('title'), problem('note')]).toEqual([RULES[0]?.message, undefined]);
    expect(getByText('At least three letters', { selector: '.cz-field-problem' })).toBeTruthy();
    expect(said()).toBe('At least three letters');
    type('Title', 'abc');
    expect([problem('title'), said()]).toEqual([undefined, '']);
  });

  it('when typing pauses', async () => {
    const { type, pause, problem, world } = await drawChecked('type');
    type('Title', 'a');
    await act(() => world.pass(PAUSE_MS - 1));
    type('Title', 'ab');
    await act(() => world.pass(PAUSE_MS - 1));
    expect(problem('title')).toBeUndefined();
    await pause();
    expect(problem('title')).toBe('At least three letters');
    type('Title', 'ab ');
    expect(problem('title')).toBeUndefined();
  });

  it('when the form is sent, by default', async () => {
    const { plan, type, leave, pause, problem, submit } = await drawForm([TITLE, NOTE] as never, {}).then(
      (drawn) => ({
        ...drawn,
        type: (text: string) => fireEvent.input(drawn.getByLabelText('Title'), { target: { value: text } }),
        leave: () => fireEvent.focusOut(drawn.getByLabelText('Title')),
        pause: () => act(() => drawn.world.pass(PAUSE_MS)),
        problem: () => drawn.live.engine.forms.field('f', 'title').problem,
      }),
    );
    type('ab');
    leave();
    await pause();
    expect([plan.uses.edit, plan.grammar, problem()]).toEqual([undefined, 1, undefined]);
    expect(await submit()).toMatchObject({ message: 'At least three letters' });
  });

  it('as it says itself, before its form', async () => {
    const { plan, type, leave, problem } = await drawChecked('leave', [{ ...TITLE, check: 'send' }, NOTE]);
    expect(plan.grammar).toBe(5);
    for (const label of ['Title', 'Note']) {
      type(label, 'ab');
      leave(label);
    }
    expect([problem('title'), problem('note')]).toEqual([undefined, 'At least three letters']);
  });

  it('and its problem disappears when another value solves it', async () => {
    const same = [{ rule: 'equals', value: '${form.f.title}', message: 'Not the same' }];
    const { type, leave, problem } = await drawChecked('leave', [TITLE, { ...NOTE, rules: same }]);
    type('Note', 'abc');
    leave('Note');
    expect(problem('note')).toBe('Not the same');
    type('Title', 'abc');
    expect(problem('note')).toBeUndefined();
  });

  it('but not while its file is uploaded: the file has no address yet', async () => {
    const rules = [{ rule: 'required', message: 'Add a photo' }];
    const photos = { type: 'photos', name: 'photos', label: 'Photos', upload: 'store-photo', rules };
    const { live, leave, problem, findByLabelText } = await drawChecked('leave', [TITLE, photos], {
      'store-photo': STORE_PHOTO,
    });
    const picker = 'Add photo, 0 of 9 added';
    await findByLabelText(picker);
    const uploads = () => live.engine.forms.field('f', 'photos').uploads;
    act(() => uploads()?.add([{ prepare: () => new Promise(() => {}) }]));
    fireEvent.focusOut(await findByLabelText('Add photo, 1 of 9 added'));
    expect(problem('photos')).toBeUndefined();
    act(() => uploads()?.remove(uploads()?.items[0]?.key ?? ''));
    leave(picker);
    expect(problem('photos')).toBe('Add a photo');
  });
});
