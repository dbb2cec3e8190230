// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { documentOf } from '../model/nodes.ts';
import { openWorkspace, type Workspace } from '../model/workspace.ts';
import { filledOf, isField } from '../properties/definition.ts';
import { Declared } from './declared.tsx';
import { RecordFields } from './member.tsx';
import type { MemberScope } from './scope.ts';

const FILE = 'screens/shelf.screen.json';
afterEach(cleanup);

interface PlaceProps {
  readonly workspace: Workspace;
  readonly file?: string;
  /** Of a node; without it, what the document declares is shown. */
  readonly pointer?: string;
}

/** The members of a node, or what a document declares. */
function Place({ workspace, file = FILE, pointer }: PlaceProps) {
  const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
  const scope: MemberScope = {
    workspace,
    view,
    place: { file, pointer: pointer ?? '' },
    onChange(label, edit, place, gesture) {
      const text = workspace.snapshot().texts.get(place.file) ?? '';
      const changes = { [place.file]: edit({ path: place.file, text }).text };
      workspace.edit({ label, changes, ...(gesture !== undefined && { gesture }) });
    },
    onOpenJson: () => undefined,
  };
  if (pointer === undefined) return <Declared scope={scope} />;
  const node = nodeIn(workspace, file, pointer);
  const type = String(node['type']);
  return (
    <RecordFields
      {...{ scope, pointer }}
      owner={node}
      properties={filledOf('widgets', type).filter((one) => !isField(one))}
      elsewhere={Object.keys(node).filter((name) =>
        filledOf('widgets', type).some((one) => one.name === name && isField(one)),
      )}
    />
  );
}

function nodeIn(workspace: Workspace, file: string, pointer: string): Json {
  const document = documentOf(workspace.snapshot(), file);
  const body: readonly unknown[] =
    isJson(document) && Array.isArray(document['body']) ? document['body'] : [];
  const node = body[Number(pointer.split('/').at(-1))];
  if (!isJson(node)) throw new Error(`There is no node at ${pointer}.`);
  return node;
}

function open(screenOf: object, parts: object = {}): Workspace {
  return openWorkspace({ base: library(screenOf as never, parts as never) });
}

function show(workspace: Workspace, props: Omit<PlaceProps, 'workspace'>): void {
  render(<Place {...{ workspace }} {...props} />);
}

const textOf = (workspace: Workspace, file = FILE): string => workspace.snapshot().texts.get(file) ?? '';

const group = (name: string) => within(screen.getByRole('group', { name }));
const click = (name: string, within_ = screen as ReturnType<typeof group>): void => {
  fireEvent.click(within_.getByRole('button', { name }));
};
const type = (name: string, value: string, inside = screen as ReturnType<typeof group>): void => {
  fireEvent.change(inside.getByLabelText(name), { target: { value } });
};

/** Opens a record; the browser tells of it in a task of its own. */
async function unfold(words: string | RegExp): Promise<void> {
  const summary = screen.getByText(words);
  fireEvent.click(summary);
  await waitFor(() => expect(summary.parentElement?.children.length).toBeGreaterThan(1));
}

/** Undoes all edits. @returns whether the text is the same as before, byte for byte. */
function undoes(workspace: Workspace, before: string): boolean {
  while (workspace.undo().length > 0);
  return textOf(workspace) === before;
}

const TABLE = {
  ...{ type: 'table', caption: 'Books', empty: 'None' },
  columns: [{ heading: 'Book' }, { heading: 'Days' }],
  rows: [{ cells: ['Emma', '3'] }, { cells: ['Persuasion', '${1 + 1}'] }],
};

describe('a table', () => {
  it('gets, moves and loses a column together with the cells of each row, and undo restores the text', () => {
    const workspace = open({ body: [TABLE] });
    const before = textOf(workspace);
    show(workspace, { pointer: '/body/0' });
    click('Add a column', group('Columns'));
    expect(nodeIn(workspace, FILE, '/body/0')).toMatchObject({
      rows: [{ cells: ['Emma', '3', 'New value'] }, { cells: ['Persuasion', '${1 + 1}', 'New value'] }],
    });
    type('Heading', 'Shelf', group('Columns'));
    click('Move column 3 up', group('Columns'));
    click('Remove column 1', group('Columns'));
    expect(nodeIn(workspace, FILE, '/body/0')).toMatchObject({
      columns: [{ heading: 'Shelf' }, { heading: 'Days' }],
      rows: [{ cells: ['New value', '3'] }, { cells: ['New value', '${1 + 1}'] }],
    });
    expect(workspace.snapshot().problems).toEqual([]);
    expect(undoes(workspace, before)).toBe(true);
  });

  it('gets a row with a cell for each column', () => {
    const workspace = open({ body: [TABLE] });
    show(workspace, { pointer: '/body/0' });
    click('Add a table row', group('Rows'));
    type('Days', '5', group('Rows'));
    expect(nodeIn(workspace, FILE, '/body/0')).toMatchObject({
      rows: [{}, {}, { cells: ['New value', '5'] }],
    });
  });

  it('keeps rows whose cells are no list of as many as the columns', () => {
    const odd = { ...TABLE, rows: [{ cells: ['Emma'] }] };
    const workspace = open({ body: [odd] });
    show(workspace, { pointer: '/body/0' });
    click('Remove column 2', group('Columns'));
    expect(nodeIn(workspace, FILE, '/body/0')['rows']).toEqual(odd.rows);
  });
});

const form = (...body: object[]) => ({ body: body.map((node) => ({ ...node })) });

describe('a record that is moved', () => {
  const options = [
    { value: 1, text: 'One' },
    { value: 'b', text: 'Two' },
  ];
  const opened = () =>
    screen
      .getAllByText(/^(One|Two)$/, { selector: 'summary' })
      .map(({ parentElement }) => parentElement?.hasAttribute('open'));

  it('stays open, and the one in its former place keeps its type', async () => {
    const workspace = open(form({ type: 'choice', bind: 'state.n', label: 'N', options }));
    const before = textOf(workspace);
    show(workspace, { pointer: '/body/0' });
    await unfold('One');
    click('Move option 1 down');
    expect([screen.getByLabelText<HTMLInputElement>('Value').value, opened()]).toEqual(['1', [false, true]]);
    await unfold('Two');
    act(() => void workspace.undo());
    const [first, second] = screen.getAllByLabelText('Value');
    fireEvent.change(second as HTMLElement, { target: { value: '7' } });
    fireEvent.change(first as HTMLElement, { target: { value: '8' } });
    expect(nodeIn(workspace, FILE, '/body/0')['options']).toMatchObject([{ value: 8 }, { value: '7' }]);
    expect(undoes(workspace, before)).toBe(true);
  });

  it('or removed leaves the focus at the next one, then at the button that adds one', () => {
    show(open(form({ type: 'text-field', bind: 'state.n', label: 'N', suggestions: options })), {
      pointer: '/body/0',
    });
    const focused = () =>
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    click('Remove suggestion 2');
    expect(focused()).toBe('Remove suggestion 1');
    click('Remove suggestion 1');
    expect(focused()).toBe('Add a suggestion');
  });
});

describe('a field', () => {
  const field = (more: object) => form({ type: 'text-field', bind: 'state.town', label: 'Town', ...more });

  it('gets a rule that only warns, and the member is removed if the rule stops the form again', async () => {
    const workspace = open({
      state: { town: { type: 'string', initial: '' } },
      ...field({ rules: [{ rule: 'length', max: 9, message: 'Long.' }] }),
    });
    const before = textOf(workspace);
    show(workspace, { pointer: '/body/0' });
    await unfold('Length: Long.');
    const stops = screen.getByLabelText<HTMLInputElement>('Stops the form from being sent');
    expect(stops.checked).toBe(true);
    fireEvent.click(stops);
    expect(nodeIn(workspace, FILE, '/body/0')['rules']).toEqual([
      { rule: 'length', max: 9, message: 'Long.', blocks: false },
    ]);
    fireEvent.click(stops);
    expect(nodeIn(workspace, FILE, '/body/0')['rules']).toEqual([
      { rule: 'length', max: 9, message: 'Long.' },
    ]);
    expect(undoes(workspace, before)).toBe(true);
  });

  it('has no such switch for a rule that always blocks', async () => {
    const workspace = open(field({ rules: [{ rule: 'required', message: 'Enter it.' }] }));
    show(workspace, { pointer: '/body/0' });
    await unfold('Required: Enter it.');
    expect(screen.queryByLabelText('Stops the form from being sent')).toBeNull();
    expect(screen.getByLabelText('Message')).toBeDefined();
  });

  it('has a switch for each usual rule, which adds it and removes it; one of several is removed below', () => {
    const workspace = open(field({ rules: [{ rule: 'phone', message: 'Enter a number.' }] }));
    const before = textOf(workspace);
    show(workspace, { pointer: '/body/0' });
    const switchOf = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
    expect(screen.getAllByRole('switch').length).toBe(3);
    expect([switchOf('Required').checked, switchOf('Pattern').checked]).toEqual([false, true]);
    fireEvent.click(switchOf('Required'));
    const rules = () => (nodeIn(workspace, FILE, '/body/0')['rules'] ?? []) as readonly Json[];
    expect(rules().map(({ rule }) => rule)).toEqual(['phone', 'required']);
    expect(screen.getByLabelText('Message')).toBeDefined();
    fireEvent.click(switchOf('Pattern'));
    expect(rules().map(({ rule }) => rule)).toEqual(['required']);
    fireEvent.click(switchOf('Required'));
    expect(nodeIn(workspace, FILE, '/body/0')).not.toHaveProperty('rules');
    fireEvent.click(switchOf('Pattern'));
    fireEvent.change(screen.getByLabelText('Kind of the new rule'), { target: { value: 'email' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add a rule' }));
    expect([switchOf('Pattern').checked, switchOf('Pattern').disabled]).toEqual([true, true]);
    expect(screen.getByText('2 such rules below').id).toBe(
      switchOf('Pattern').getAttribute('aria-describedby'),
    );
    expect(undoes(workspace, before)).toBe(true);
  });

  describe('whose text must have a pattern', () => {
    const OWN = { rule: 'pattern', pattern: '^[A-Z]{2}$', message: 'Check this value' };
    const show_ = async (rule: Json): Promise<Workspace> => {
      const state = { town: { type: 'string', initial: '' } };
      const workspace = open({ state, ...field({ rules: [rule] }) });
      show(workspace, { pointer: '/body/0' });
      await unfold(/^(Pattern|Email|Phone|Length): /);
      return workspace;
    };
    const ruleIn = (workspace: Workspace): unknown =>
      (nodeIn(workspace, FILE, '/body/0')['rules'] as readonly unknown[])[0];
    /** This field is not in a form. */
    const problemsIn = (workspace: Workspace): readonly string[] =>
      workspace
        .snapshot()
        .problems.map(({ code }) => code)
        .filter((code) => code !== 'field/rules');
    const choose = (option: string): void =>
      void fireEvent.change(screen.getByLabelText('The text must be'), { target: { value: option } });
    const verdicts = (): readonly string[] =>
      screen.getAllByRole('textbox', { name: /^Example/ }).map((input) => {
        const verdict = document.getElementById(input.getAttribute('aria-describedby') ?? '');
        return verdict?.textContent.trim() ?? '';
      });

    it('gets a pattern from the list by its name, with its message, in one step of undo', async () => {
      const workspace = await show_(OWN);
      const before = textOf(workspace);
      choose('An email address');
      expect(ruleIn(workspace)).toEqual({ rule: 'email', message: 'Enter an email address' });
      expect(screen.getByText('“ana@example.com” passes, “ana@” does not.')).toBeDefined();
      act(() => void workspace.undo());
      expect(textOf(workspace)).toBe(before);
      choose('Letters and digits');
      expect(ruleIn(workspace)).toEqual({
        ...{ rule: 'pattern', pattern: '^[A-Za-z0-9]+$', message: 'Use letters and digits only' },
      });
      expect(problemsIn(workspace)).toEqual([]);
      expect(screen.queryByLabelText('My own pattern')).toBeNull();
      choose('own');
      expect(screen.getByLabelText<HTMLInputElement>('My own pattern').value).toBe('^[A-Za-z0-9]+$');
      expect(undoes(workspace, before)).toBe(true);
    });

    it('stores examples of a person’s own pattern, marks each at once, and undo restores every byte', async () => {
      const workspace = await show_(OWN);
      const before = textOf(workspace);
      const must = group('Examples that must pass');
      const mustNot = group('Examples that must not pass');
      click('Add an example', must);
      expect(textOf(workspace)).toBe(before);
      expect(document.activeElement).toBe(must.getByLabelText('Example 1'));
      type('Example 1', 'A', must);
      expect(document.activeElement).toBe(must.getByLabelText('Example 1'));
      expect(verdicts()).toEqual(['✗ does not pass, but must']);
      type('Example 1', 'AB', must);
      expect(verdicts()).toEqual(['✓ passes']);
      click('Add an example', mustNot);
      type('Example 1', 'abc', mustNot);
      expect(verdicts()).toEqual(['✓ passes', '✓ does not pass']);
      type('My own pattern', '^[A-Za-z]+$');
      expect(verdicts()).toEqual(['✓ passes', '✗ passes, but must not']);
      expect(ruleIn(workspace)).toEqual({
        ...{ ...OWN, pattern: '^[A-Za-z]+$', 'x-examples': { pass: ['AB'], fail: ['abc'] } },
      });
      expect(problemsIn(workspace)).toEqual([]);
      click('Remove example 1', must);
      expect(document.activeElement?.textContent).toBe('Add an example');
      click('Remove example 1', mustNot);
      expect(ruleIn(workspace)).toEqual({ ...OWN, pattern: '^[A-Za-z]+$' });
      expect(undoes(workspace, before)).toBe(true);
    });

    it('leaves the focus where a person goes on while an example is still empty', async () => {
      await show_(OWN);
      click('Add an example', group('Examples that must pass'));
      const box = screen.getByLabelText('My own pattern');
      box.focus();
      type('My own pattern', '^[A-Z]$');
      expect(document.activeElement).toBe(box);
      click('Add an example', group('Examples that must pass'));
      expect(document.activeElement).toBe(screen.getByLabelText('Example 1'));
    });

    it('shows an example of the list only as the rule treats it', async () => {
      await show_({ rule: 'phone', kind: 'spec', message: 'Enter a mobile number' });
      expect(screen.queryByText(/“09171234567” passes/)).toBeNull();
      expect(screen.getByText('“13812345678” passes, “12345” does not.')).toBeDefined();
    });

    it('says beside the box why pages do not accept a pattern', async () => {
      const workspace = await show_(OWN);
      const box = screen.getByLabelText('My own pattern');
      expect(box.getAttribute('aria-invalid')).toBe('false');
      type('My own pattern', '(?=a)b');
      expect(screen.getByText(/can be slow/).getAttribute('role')).toBe('status');
      expect(box.getAttribute('aria-invalid')).toBe('true');
      expect(problemsIn(workspace)).toEqual(['rule/bad-pattern']);
    });

    it('leaves examples of another shape to the JSON', async () => {
      await show_({ ...OWN, 'x-examples': { pass: 'AB' } });
      expect(screen.queryByRole('group', { name: 'Examples that must pass' })).toBeNull();
      expect(screen.getByRole('button', { name: /^Edit .* as JSON$/ })).toBeDefined();
    });

    it('shows only a box for the pattern of another rule', async () => {
      const workspace = await show_({ ...OWN, rule: 'length', min: 1 });
      expect(screen.queryByLabelText('The text must be')).toBeNull();
      type('My own pattern', 'A');
      expect(ruleIn(workspace)).toMatchObject({ rule: 'length', pattern: 'A' });
    });
  });

  it('gets suggestions, and loses the member with the last one', () => {
    const workspace = open({ state: { town: { type: 'string', initial: '' } }, ...field({}) });
    const before = textOf(workspace);
    show(workspace, { pointer: '/body/0' });
    click('Add a suggestion');
    type('Value', 'Cebu', group('Suggestions'));
    expect(nodeIn(workspace, FILE, '/body/0')['suggestions']).toEqual([{ value: 'Cebu' }]);
    click('Remove suggestion 1');
    expect(JSON.parse(textOf(workspace))).toEqual(JSON.parse(before));
  });

  it('keeps a number as a number, and gives a new option a value of its own', async () => {
    const options = [{ value: 1, text: 'One' }];
    const workspace = open(form({ type: 'choice', bind: 'state.n', label: 'N', options }));
    show(workspace, { pointer: '/body/0' });
    await unfold('One');
    type('Value', '');
    type('Value', '12');
    click('Add an option');
    expect(nodeIn(workspace, FILE, '/body/0')['options']).toMatchObject([
      { value: 12 },
      { value: 'option2' },
    ]);
  });
});

it('writes the records that a repeating group begins with', () => {
  const workspace = open(
    form({
      ...{ type: 'repeat', name: 'books', label: 'Books', title: 'Book', add: 'Add', remove: 'Remove' },
      body: [
        { type: 'text-field', name: 'title', label: 'Title' },
        { type: 'section', body: [{ type: 'number-field', name: 'pages', label: 'Pages' }] },
      ],
    }),
  );
  const before = textOf(workspace);
  show(workspace, { pointer: '/body/0' });
  click('Add a record');
  type('Title', 'Emma');
  type('Pages', '474');
  expect(nodeIn(workspace, FILE, '/body/0')['initial']).toEqual([{ title: 'Emma', pages: 474 }]);
  expect(undoes(workspace, before)).toBe(true);
});

describe('a screen', () => {
  it('of an earlier grammar is not offered what the grammar does not have', async () => {
    const workspace = open({ grammar: 4, data: { shelf: { endpoint: 'shelf' } }, body: [] });
    show(workspace, {});
    await unfold('Shelf');
    expect(screen.getByLabelText('Asks')).toBeDefined();
    expect(screen.queryByText('Read by pages: switch on')).toBeNull();
  });

  it('reads a list by pages: the list of the reply, and the number of the page', async () => {
    const workspace = open({ data: { shelf: { endpoint: 'shelf' } }, body: [] });
    const before = textOf(workspace);
    show(workspace, {});
    await unfold('Shelf');
    click('Read by pages: switch on');
    const data = () => (JSON.parse(textOf(workspace)) as { data: { shelf: Json } }).data.shelf;
    expect(data()['pages']).toEqual({ list: 'books', with: {} });
    const pages = group('Read by pages');
    type('Items are told apart by', 'isbn', pages);
    type('Items of a full page', '20', pages);
    expect(pages.getByLabelText('Card id')).toBeDefined();
    type('Card id', '${pages.shelf.read + 1}', pages);
    expect(data()['pages']).toEqual({
      list: 'books',
      with: { cardId: '${pages.shelf.read + 1}' },
      ...{ key: 'isbn', size: 20 },
    });
    click('Read by pages: switch off');
    expect(JSON.parse(textOf(workspace))).toEqual(JSON.parse(before));
    expect(undoes(workspace, before)).toBe(true);
  });

  it('declares the inputs of a named list', async () => {
    const workspace = open({ lists: { ask: { run: [{ do: 'back' }] } }, body: [] });
    show(workspace, {});
    const name = screen.getByRole('textbox', { name: /Name of the new input/ });
    fireEvent.change(name, { target: { value: 'Isbn 1' } });
    click('Add an input');
    expect(screen.getByRole('alert').textContent).toContain('begins with a small letter');
    fireEvent.change(name, { target: { value: 'isbn' } });
    click('Add an input');
    await unfold('Isbn');
    type('Type', 'Amount');
    fireEvent.click(screen.getByLabelText('Must be given'));
    expect(JSON.parse(textOf(workspace))).toMatchObject({
      lists: { ask: { inputs: { isbn: { type: 'integer', 'x-unit': 'minor', required: true } } } },
    });
    click('Remove the input isbn');
    expect(document.activeElement).toBe(name);
    expect(JSON.parse(textOf(workspace))).toMatchObject({ lists: { ask: { run: [{ do: 'back' }] } } });
    expect(textOf(workspace)).not.toContain('inputs');
  });
});
