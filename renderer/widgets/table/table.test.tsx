// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { planOf } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/runtime/testing.ts';
import { render } from '@testing-library/react';
import { PENDING } from '../../plan/expression.ts';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const COLUMNS = [
  { key: '0', heading: 'Book' },
  { key: '1', heading: 'Fine', align: 'end' },
];
const table = (rows: readonly object[]) =>
  fakeNode('table', { props: { caption: 'Your books', columns: COLUMNS, rows, empty: 'No books' } });
const found = () => page.findByRole('table', { name: 'Your books' });

describe('Table: rows with the same columns', () => {
  it('N35: has a heading for each column, and each row is named by its first cell', async () => {
    drawNodes(table([{ key: '0', cells: ['Emma', '2.50'] }]));
    const drawn = within(await found());
    expect(drawn.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Book',
      'Fine',
    ]);
    const row = within(drawn.getAllByRole('row')[1] as HTMLElement);
    expect(row.getByRole('rowheader', { name: 'Emma' }).getAttribute('scope')).toBe('row');
    expect(row.getByRole('cell', { name: '2.50' }).getAttribute('data-heading')).toBe('Fine');
  });

  it('says that it could not be loaded if it is unknown whether it has rows', async () => {
    drawNodes(
      fakeNode('table', { props: { caption: 'Your books', columns: COLUMNS, rows: [], empty: undefined } }),
    );
    expect(await page.findByText('This list could not be loaded.')).toBeDefined();
  });

  it('without rows shows words instead', async () => {
    drawNodes(table([]));
    expect(await page.findByText('No books')).toBeDefined();
    expect(page.getByText('Your books')).toBeDefined();
    expect(page.queryByRole('table')).toBeNull();
  });

  it('shows a placeholder in each cell of a row that is loading', async () => {
    drawNodes(table([{ key: '0', cells: PENDING }]));
    expect((await found()).querySelectorAll('.cz-skeleton')).toHaveLength(2);
  });

  it('makes a row for each item of a list, formats amounts, and adds a row that sums up', async () => {
    const plan = planOf({
      grammar: 5,
      data: {},
      params: {},
      state: { fine: { type: 'integer', 'x-unit': 'minor', initial: 0 } },
      body: [
        {
          type: 'table',
          caption: 'Your books',
          columns: [{ heading: 'Book' }, { heading: 'Fine', align: 'end' }],
          empty: 'No books',
          rows: [
            { each: "['Emma', 'Persuasion']", as: 'book', key: 'book', cells: ['${book}', '${state.fine}'] },
            { look: 'total', cells: ['All', '${state.fine}'] },
          ],
        },
      ],
    });
    await prepareScreen(plan);
    render(<Screen live={open(fakeWorld(), plan, { device: { ...DEVICE, language: 'en' } })} />);
    const rows = within(await found()).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'BookFine',
      'Emma0.00',
      'Persuasion0.00',
      'All0.00',
    ]);
  });
});
