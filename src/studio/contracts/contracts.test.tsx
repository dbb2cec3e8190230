// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { library } from '#renderer/grammar/testing.ts';
import { openWorkspace } from '../model/workspace.ts';
import { Changes } from '../review/changes.tsx';
import { ContractNote } from './contract-note.tsx';
import { CONTRACTS, finderOf, findReaders, memberAt } from './readers.ts';

afterEach(cleanup);

const SHELF_CALL = 'schemas/api/shelf.endpoint.json';
const files = library({
  body: [
    { type: 'text', text: '${data.shelf.name}', visibleWhen: "data.shelf.name != 'nobody'" },
    {
      type: 'text',
      text: { choose: [{ when: "data.shelf.name == 'ana'", value: 'Yours' }, 'Not yours'] },
    },
    {
      type: 'section',
      title: 'Books',
      each: 'data.shelf.books',
      as: 'book',
      key: 'book.isbn',
      body: [{ type: 'text', text: '${book.title}' }],
    },
  ],
});

describe('memberAt and findReaders', () => {
  it('finds the contract member that contains a pointer', () => {
    expect(memberAt('/reply/properties/name/type')).toBe('/reply/properties/name');
    expect(memberAt('/reply/properties/books/items/properties/title')).toBe(
      '/reply/properties/books/items/properties/title',
    );
    for (const place of ['', '/path', '/reply', '/reply/properties', '/properties/name'])
      expect(memberAt(place)).toBeUndefined();
  });

  it('finds widgets and conditions that read a member, also in a choice and in an `each`', () => {
    const find = finderOf(files);
    const read = (member: string) => findReaders(find, files, SHELF_CALL, member);
    const shelf = 'screens/shelf.screen.json';
    expect(read('/reply/properties/name')).toEqual([
      {
        file: shelf,
        conditions: 2,
        subjects: [expect.stringMatching(/^Text/), expect.stringMatching(/^Text/)],
      },
    ]);
    expect(read('/reply/properties/books/items/properties/title')).toMatchObject([{ file: shelf }]);
    expect(read('/reply/properties/none')).toEqual([]);
  });
});

describe('a contract in the studio', () => {
  const show = (isLocked: boolean) => {
    const workspace = openWorkspace({
      base: files,
      isLocked: (path) => isLocked && path.startsWith(CONTRACTS),
    });
    render(
      <ContractNote
        workspace={workspace}
        view={workspace.snapshot()}
        file={SHELF_CALL}
        selection={{ file: SHELF_CALL, pointer: '/reply/properties/name/type' }}
      />,
    );
    return workspace;
  };

  it('lists the screens, widgets and conditions that read the selected member', async () => {
    show(false);
    expect(screen.getByText(/A change concerns every screen/)).toBeTruthy();
    expect(screen.getByText(/Called by: .*shelf/)).toBeTruthy();
    const list = await screen.findByRole('region', { name: 'What reads name' });
    expect(list.textContent).toMatch(/Screen shelf: Text .*, 2 conditions/);
  });

  it('is read-only for an editor, with a note that publishers change it', () => {
    const workspace = show(true);
    expect(screen.getByText(/Publishers change contracts/)).toBeTruthy();
    workspace.edit({ label: 'Path', changes: { [SHELF_CALL]: '{}' } });
    workspace.edit({ label: 'Both', changes: { [SHELF_CALL]: '{}', 'screens/shelf.screen.json': '{}' } });
    expect([...workspace.snapshot().changed]).toEqual([]);
    workspace.edit({ label: 'Screen', changes: { 'screens/shelf.screen.json': '{}' } });
    expect([...workspace.snapshot().changed]).toEqual(['screens/shelf.screen.json']);
  });

  it('lists the readers of changed members in a review', async () => {
    const changed = files.map((file) =>
      file.path === SHELF_CALL
        ? { ...file, text: file.text.replace(/("name": \{[^}]*"read": "text")/, '$1, "bad": "absent"') }
        : file,
    );
    const { plans } = compileProject(files);
    render(<Changes before={files} after={changed} changed={new Set([SHELF_CALL])} plans={plans} />);
    const list = await screen.findByRole('region', { name: 'What reads name' });
    expect(list.textContent).toMatch(/Screen shelf: Text .*, 2 conditions/);
    expect(screen.getByText(/Called by: .*shelf/)).toBeTruthy();
  });
});
