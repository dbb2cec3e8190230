// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { LazyCode, LazyPart } from './lazy-part.tsx';

afterEach(cleanup);

/** Lazy code whose fetches the test resolves or rejects. */
function held() {
  const asked: { readonly resolve: (words: string) => void; readonly reject: () => void }[] = [];
  const code = new LazyCode(
    () =>
      new Promise<string>((resolve, reject) => asked.push({ resolve, reject: () => reject(new Error()) })),
  );
  return { asked, code };
}

function Drawn({ code }: { readonly code: LazyCode<string> }) {
  return (
    <LazyPart
      code={code}
      placeholder={<p>Coming</p>}
      draw={(words) => <input aria-label={words} />}
      lost={(retry) => (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    />
  );
}

it('shows the placeholder until the code is loaded, and fetches once for all callers', async () => {
  const { asked, code } = held();
  render(
    <StrictMode>
      <Drawn code={code} />
      <Drawn code={code} />
    </StrictMode>,
  );
  expect(page.getAllByText('Coming')).toHaveLength(2);
  expect(asked).toHaveLength(1);
  await act(async () => asked[0]?.resolve('Places'));
  expect(await page.findAllByLabelText('Places')).toHaveLength(2);
});

it('renders loaded code at once', () => {
  const { code } = held();
  code.here = 'Places';
  render(<Drawn code={code} />);
  expect(page.getByLabelText('Places')).toBeDefined();
});

it('offers to try again if the fetch fails, and renders after the second fetch', async () => {
  const { asked, code } = held();
  render(<Drawn code={code} />);
  await act(async () => asked[0]?.reject());
  fireEvent.click(await page.findByRole('button', { name: 'Try again' }));
  expect(page.getByText('Coming')).toBeDefined();
  await act(async () => asked[1]?.resolve('Places'));
  expect(await page.findByLabelText('Places')).toBeDefined();
});

it('keeps the element that a person types into when it is re-rendered', async () => {
  const { asked, code } = held();
  const { rerender } = render(<Drawn code={code} />);
  await act(async () => asked[0]?.resolve('Places'));
  const input = await page.findByLabelText('Places');
  rerender(<Drawn code={code} />);
  expect(page.getByLabelText('Places')).toBe(input);
});
