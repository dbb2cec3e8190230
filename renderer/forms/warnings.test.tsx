// @vitest-environment jsdom
import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';
import { PAUSE_MS } from './early-checks.ts';

const RULES = [
  { rule: 'length', max: 3, message: 'At most three letters' },
  { rule: 'pattern', pattern: '^[a-z]*$', blocks: false, message: 'Capital letters are rare here' },
];
const TITLE = { type: 'text-field', name: 'title', label: 'Title', rules: RULES };

beforeEach(() => document.body.replaceChildren());

async function drawWarned(body: readonly object[] = [TITLE]) {
  const drawn = await drawForm(body as never);
  const type = (text: string, label = 'Title') =>
    fireEvent.input(drawn.getByLabelText(label), { target: { value: text } });
  const pause = () => act(() => drawn.world.pass(PAUSE_MS));
  const words = () =>
    [...drawn.container.querySelectorAll('.cz-field-warning')].map((one) => one.textContent);
  return { ...drawn, type, pause, words };
}

describe('S26: a rule with "blocks": false', () => {
  it('is shown when typing pauses, disappears at once, and lets the form be sent', async () => {
    const { plan, type, pause, words, submit, getByLabelText, container } = await drawWarned();
    expect([plan.grammar, plan.uses.edit]).toEqual([5, true]);
    type('A');
    expect(words()).toEqual([]);
    await pause();
    expect(words()).toEqual(['Capital letters are rare here']);
    await waitFor(() =>
      expect(container.querySelector('form > [role="status"]')?.textContent).toBe(
        'Capital letters are rare here',
      ),
    );
    expect(getByLabelText('Title').getAttribute('aria-invalid')).toBeNull();
    expect(await submit()).toBeUndefined();
    type('a');
    expect(words()).toEqual([]);
  });

  it('does not replace a rule that blocks', async () => {
    const { type, pause, words, submit } = await drawWarned();
    type('ABCD');
    await pause();
    expect(words()).toEqual(['Capital letters are rare here']);
    expect(await submit()).toMatchObject({ message: 'At most three letters' });
  });

  it('follows the other values that it reads', async () => {
    const same = [{ rule: 'equals', value: '${form.f.title}', blocks: false, message: 'They differ' }];
    const { type, pause, words } = await drawWarned([
      { ...TITLE, rules: [] },
      { type: 'text-field', name: 'note', label: 'Note', rules: same },
    ]);
    await pause();
    expect(words()).toEqual([]);
    type('a', 'Note');
    await pause();
    expect(words()).toEqual(['They differ']);
    type('a', 'Title');
    expect(words()).toEqual([]);
  });
});
