// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { openWorkspace } from '../model/workspace.ts';
import { listBlocks } from './list-addable.ts';
import { checkBlock, mustBeRead, useBlockChecks } from './use-block-checks.ts';

afterEach(cleanup);

const SHELF = { file: 'screens/shelf.screen.json', pointer: '/body' };
const FORM = { type: 'form', id: 'person', body: [{ type: 'rating', name: 'stars', label: 'Stars' }] };
const workspace = openWorkspace({
  base: library(
    { body: [] },
    {
      screens: {
        hall: {
          ...{ id: 'hall', title: 'Hall', params: { orderNo: { type: 'string', required: true } } },
          body: [{ type: 'text', text: 'Welcome' }, { type: 'text', text: 'Order ${params.orderNo}' }, FORM],
        },
      },
    },
  ),
});
const blocks = listBlocks(workspace.snapshot(), 'hall');
const SAID = [
  ['Welcome', { notes: [] }, false],
  ['Order [order no]', { notes: ['Missing here: the parameter “orderNo”.'] }, true],
  ['Stars', { why: '"name" has no effect outside a form.', notes: [] }, true],
] as const;
const blockCalled = (title: string) => {
  const block = blocks.find((one) => one.title === title);
  if (block === undefined) throw new Error(`There is no block ${title}.`);
  return block;
};

it.each(SAID)('says of the block "%s" what it lacks on another screen', (title, said, isRead) => {
  const check = checkBlock(workspace, SHELF, blockCalled(title));
  expect(check).toEqual(said);
  expect(mustBeRead(check)).toBe(isRead);
});

it('checks all blocks while the browser is idle, and forgets them when other blocks are listed', async () => {
  const { result, rerender } = renderHook(({ of }) => useBlockChecks(workspace, SHELF, of), {
    initialProps: { of: blocks },
  });
  expect(result.current[0].size).toBe(0);
  await waitFor(() => expect(result.current[0].size).toBe(blocks.length));
  for (const [title, said] of SAID) expect(result.current[0].get(blockCalled(title).key)).toEqual(said);
  const none: typeof blocks = [];
  rerender({ of: none });
  expect(result.current[0].size).toBe(0);
  act(() => result.current[1](blockCalled('Welcome'), { notes: ['Now.'] }));
  expect([...result.current[0].values()]).toEqual([{ notes: ['Now.'] }]);
});
