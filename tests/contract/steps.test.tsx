// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeWorld } from '#renderer/runtime/testing.ts';
import { drawForm } from '#tests/draw-form.tsx';

/* A form in steps, from the definition to rendering, validation, storage and sending. */

afterEach(cleanup);

const text = (name: string, label: string, more: object = {}) => ({
  type: 'text-field',
  name,
  label,
  rules: [{ rule: 'required', message: `Enter ${label}` }],
  ...more,
});
const section = (title: string, body: readonly object[], more: object = {}) => ({
  type: 'section',
  title,
  body,
  ...more,
});

const STEPS = {
  type: 'steps',
  next: 'Next',
  back: 'Back',
  body: [
    section('You', [text('name', 'name'), { type: 'check', name: 'works', label: 'I work' }]),
    section('Work', [
      { type: 'text', text: 'Where you work' },
      text('employer', 'employer', { visibleWhen: 'form.f.?works.orValue(false)' }),
    ]),
    section('Family', [
      {
        type: 'repeat',
        name: 'children',
        label: 'Children',
        at: 'index',
        title: 'Child ${index + 1}',
        add: 'Add a child',
        remove: 'Remove',
        body: [text('called', 'called')],
      },
      {
        type: 'choice',
        name: 'home',
        label: 'Home',
        look: 'list',
        options: [
          { value: 1, text: 'House' },
          { value: 2, text: 'Flat' },
        ],
      },
    ]),
    section('Check', [
      { type: 'review', change: 'Change' },
      { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'f' }] } },
    ]),
  ],
};

const box = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
/** The visible heading and its position. */
const shown = () => {
  const headings = page.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  return `${headings.at(-1)} ${page.getByText(/^Step \d of \d$/).textContent}`;
};

async function toReview() {
  await userEvent.type(box('name'), 'Maria');
  await press('Next');
  await press('Add a child');
  await userEvent.type(box('called'), 'Jose');
  await userEvent.click(page.getByRole('radio', { name: 'Flat' }));
  await press('Next');
}

describe('S19: of the steps of a form one is shown', () => {
  it('shows its position; a step whose fields are all hidden is skipped and not counted', async () => {
    await drawForm([STEPS]);
    expect(shown()).toBe('You Step 1 of 3');
    expect(page.queryByRole('button', { name: 'Back' })).toBeNull();
    await userEvent.type(box('name'), 'Maria');
    await press('Next');
    expect(shown()).toBe('Family Step 2 of 3');
    await press('Back');
    await userEvent.click(page.getByRole('checkbox', { name: 'I work' }));
    expect(shown()).toBe('You Step 1 of 4');
    await press('Next');
    expect(shown()).toBe('Work Step 2 of 4');
  });

  it('cannot be left forward with an error; Back validates nothing and loses nothing', async () => {
    const { read } = await drawForm([STEPS]);
    await press('Next');
    expect(shown()).toBe('You Step 1 of 3');
    expect(document.activeElement).toBe(box('name'));
    expect(page.getByText('Enter name')).toBeDefined();
    await userEvent.type(box('name'), 'Maria');
    await press('Next');
    await press('Add a child');
    await press('Back');
    expect(box('name').value).toBe('Maria');
    expect(read('children')).toEqual([{}]);
    await press('Next');
    expect(box('called').value).toBe('');
    await press('Next');
    expect(shown()).toBe('Family Step 2 of 3');
    expect(document.activeElement).toBe(box('called'));
  });

  it('a move focuses the heading, which is read with its position; the first step does not take the focus', async () => {
    await drawForm([STEPS]);
    expect(document.activeElement).toBe(document.body);
    await userEvent.type(box('name'), 'Maria');
    await press('Next');
    const heading = page.getByRole('heading', { name: 'Family', description: 'Step 2 of 3' });
    expect(document.activeElement).toBe(heading);
    await press('Back');
    expect(document.activeElement).toBe(page.getByRole('heading', { name: 'You' }));
  });

  it('Return in its last field opens the next step, and sends nothing', async () => {
    await drawForm([STEPS]);
    await userEvent.type(box('name'), 'Maria{Enter}');
    expect(shown()).toBe('Family Step 2 of 3');
  });

  it('the phone’s Back opens the previous step, until the first', async () => {
    const { live } = await drawForm([STEPS]);
    expect(live.handleBack()).toBe(false);
    await toReview();
    let handled: boolean[] = [];
    for (let time = 0; time < 3; time += 1) {
      act(() => {
        handled = [...handled, live.handleBack()];
      });
    }
    expect(handled).toEqual([true, true, false]);
    expect(shown()).toBe('You Step 1 of 3');
    expect(box('name').value).toBe('Maria');
  });
});

describe('A review', () => {
  it('lists the entries in display format, records under their headings', async () => {
    await drawForm([STEPS]);
    await toReview();
    const told = [...document.querySelectorAll('dl > div')].map(
      (row) => `${row.querySelector('dt')?.textContent}: ${row.querySelector('dd')?.textContent}`,
    );
    expect(told).toEqual(['name: Maria', 'I work: No', 'Child 1 · called: Jose', 'Home: Flat']);
  });

  it('opens a step, and returns from there directly, except over unseen steps', async () => {
    await drawForm([STEPS]);
    await toReview();
    expect(page.getByText('Step 3 of 3')).toBeDefined();
    await press('Change You');
    expect(shown()).toBe('You Step 1 of 3');
    await userEvent.type(box('name'), ' Santos');
    await press('Next');
    expect(page.getByText('Maria Santos')).toBeDefined();
    await press('Change You');
    await userEvent.click(page.getByRole('checkbox', { name: 'I work' }));
    await press('Next');
    expect(shown()).toBe('Work Step 2 of 4');
    await userEvent.type(box('employer'), 'A shop');
    await press('Next');
    expect(page.getByText('Step 4 of 4')).toBeDefined();
  });
});

describe('An error in another step opens that step', () => {
  it('after a submit: the first error has the focus in its step, and the summary links to the others', async () => {
    const { write, submit } = await drawForm([STEPS]);
    await toReview();
    write('name', '');
    write('children', [{ called: '' }]);
    await submit();
    expect(shown()).toBe('You Step 1 of 3');
    expect(document.activeElement).toBe(box('name'));
    await press('Enter called');
    expect(shown()).toBe('Family Step 2 of 3');
    expect(document.activeElement).toBe(box('called'));
    await press('Enter name');
    expect(document.activeElement).toBe(box('name'));
  });

  it('after a reply with a pointer: it is corrected there, and the next button leads to the review', async () => {
    const { blame, submit } = await drawForm([STEPS]);
    await toReview();
    blame({ '/children/0/called': 'Not in the register' });
    expect(shown()).toBe('Family Step 2 of 3');
    expect(document.activeElement).toBe(box('called'));
    await userEvent.type(box('called'), ' P.');
    await press('Next');
    expect(page.getByText('Jose P.')).toBeDefined();
    expect(await submit()).toBeUndefined();
  });

  it('a message of the form is shown in the current step', async () => {
    const { blame } = await drawForm([STEPS]);
    await toReview();
    blame({ '': 'Come tomorrow' });
    expect(page.getByText('Step 3 of 3')).toBeDefined();
    expect(page.getByText('Come tomorrow')).toBeDefined();
  });
});

describe('A draft restores the step', () => {
  it('with its entries, and Start over begins at the first step', async () => {
    const world = fakeWorld();
    const first = await drawForm([STEPS], {}, {}, world);
    await toReview();
    await act(async () => world.pass(300));
    first.unmount();
    await drawForm([STEPS], {}, {}, world);
    expect(page.getByText('Step 3 of 3')).toBeDefined();
    expect(page.getByText('Jose')).toBeDefined();
    expect(document.activeElement).toBe(document.body);
    await press('Start over');
    expect(shown()).toBe('You Step 1 of 3');
    expect(box('name').value).toBe('');
  });

  it('opens the last step, if the form has fewer steps now', async () => {
    const world = fakeWorld();
    const first = await drawForm([STEPS], {}, {}, world);
    await toReview();
    await act(async () => world.pass(300));
    first.unmount();
    await drawForm([{ ...STEPS, body: STEPS.body.slice(0, 3) }], {}, {}, world);
    expect(shown()).toBe('Family Step 2 of 2');
    expect(page.queryByRole('button', { name: 'Next' })).toBeNull();
  });
});
