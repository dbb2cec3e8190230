// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { drawForm } from '#tests/draw-form.tsx';

afterEach(cleanup);

const FORM = [
  { type: 'day', name: 'from', label: 'From', initial: '2026-03-05' },
  { type: 'day', name: 'to', label: 'To', earliest: '${form.f.from}', latest: '2026-12-31' },
];

/** Opens the sheet of the second day, types a day, and returns the message about it. */
async function typeInto(day: string): Promise<string | undefined> {
  await userEvent.click(await page.findByRole('button', { name: /^To/ }));
  const box = await page.findByRole('textbox');
  await userEvent.clear(box);
  await userEvent.click(box);
  await userEvent.paste(day);
  await act(async () => box.blur());
  const message = page.queryByText(/^The earliest date/)?.textContent;
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  return message;
}

it('the range of a day may come from another field, and follows it', async () => {
  const { write } = await drawForm(FORM);
  expect(await typeInto('2026-03-04')).toBe('The earliest date you can choose is 2026-03-05.');
  write('from', '2026-05-01');
  expect(await typeInto('2026-04-30')).toBe('The earliest date you can choose is 2026-05-01.');
  write('from', '2026-02-01');
  expect(await typeInto('2026-03-04')).toBeUndefined();
});
