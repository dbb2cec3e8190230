// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

beforeEach(() => fetchWidgets(['day']));
afterEach(cleanup);

async function open(snapshot: object = {}, props: object = {}) {
  const drawn = drawNodes(
    fakeNode('day', { id: 'due', props: { name: 'due', label: 'Due on', ...props }, snapshot }),
  );
  await userEvent.click(page.getByRole('button', { name: /^Due on / }));
  return drawn;
}
const part = (name: string) => page.getByRole<HTMLSelectElement>('combobox', { name });
const confirm = () => userEvent.click(page.getByRole('button', { name: 'Confirm' }));

describe('Day: picked from lists that a phone draws as wheels', () => {
  it('counts when it is confirmed, as YYYY-MM-DD', async () => {
    const { live } = await open();
    await userEvent.selectOptions(part('Year'), '2026');
    await userEvent.selectOptions(part('Month'), '3');
    await confirm();
    expect(live.asked).toEqual([]);
    await userEvent.selectOptions(part('Day'), '5');
    await confirm();
    expect(live.asked).toEqual([['write', 'due', '2026-03-05']]);
  });

  it('begins with the day there is; Cancel leaves it', async () => {
    const { live } = await open({ value: '1990-02-28' });
    expect([part('Year').value, part('Month').value, part('Day').value]).toEqual(['1990', '2', '28']);
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    expect(live.asked).toEqual([]);
    expect(page.queryByRole('dialog')).toBeNull();
  });

  it('offers only days of its range', async () => {
    await open({ value: '2026-03-05' }, { earliest: '2026-03-01', latest: '2026-03-09' });
    expect(part('Year').options).toHaveLength(2);
    expect(part('Day').options).toHaveLength(10);
  });
});
