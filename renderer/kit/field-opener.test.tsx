// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FieldOpener } from './field-opener.tsx';
import { createLater } from './later.ts';

afterEach(cleanup);

/** A field whose sheet comes when a test says so. */
function draw() {
  const asked: { readonly resolve: (words: string) => void; readonly reject: () => void }[] = [];
  const sheet = createLater(
    () =>
      new Promise<string>((resolve, reject) => asked.push({ resolve, reject: () => reject(new Error()) })),
  );
  function Opening() {
    const [isOpen, setOpen] = useState(false);
    return (
      <FieldOpener
        id="city"
        label="City"
        hint={undefined}
        problem={undefined}
        isRequired={false}
        isEnabled
        chosen={undefined}
        say={(words) => words}
        isOpen={isOpen}
        onOpen={() => setOpen(true)}
        sheet={sheet}
        draw={(words) => <p role="dialog">{words}</p>}
      />
    );
  }
  render(<Opening />);
  return asked;
}
const opener = () => page.getByRole('button', { name: /City/ });

it('stays busy until the code of its sheet is here, and opens then', async () => {
  const asked = draw();
  expect(asked).toHaveLength(0);
  fireEvent.click(opener());
  fireEvent.click(opener());
  expect(asked).toHaveLength(1);
  expect(opener().getAttribute('aria-busy')).toBe('true');
  await act(async () => asked[0]?.resolve('Places'));
  expect(page.getByRole('dialog').textContent).toBe('Places');
  expect(opener().hasAttribute('aria-busy')).toBe(false);
});

it('where the sheet cannot be had it says so, and the next tap asks again', async () => {
  const asked = draw();
  fireEvent.click(opener());
  await act(async () => asked[0]?.reject());
  expect(page.getByRole('alert').textContent).toBe('This part could not be shown.');
  expect(opener().hasAttribute('aria-busy')).toBe(false);
  fireEvent.click(opener());
  expect(page.queryByRole('alert')).toBeNull();
  await act(async () => asked[1]?.resolve('Places'));
  expect(page.getByRole('dialog').textContent).toBe('Places');
});
