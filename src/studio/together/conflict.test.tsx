// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Conflict, type ConflictProps } from './conflict.tsx';

afterEach(cleanup);

const PATH = 'screens/assets/logo.png';
const [SEEN, MINE, THEIRS] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

function show(theirs: string | null) {
  const onChoose = vi.fn<ConflictProps['onChoose']>();
  const met = { path: PATH, seen: SEEN, theirs, actor: 'ben', at: 0 };
  const { container } = render(
    <Conflict documents={[met]} texts={new Map([[PATH, MINE]])} onChoose={onChoose} />,
  );
  const shown = [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  return { onChoose, shown, text: container.textContent };
}

it('shows three versions of an asset as images, not as hashes', () => {
  const { onChoose, shown, text } = show(THEIRS);
  const addressOf = (hash: string) => `/capiz/assets/logo-${hash.slice(0, 10)}.png`;
  expect(shown).toEqual([SEEN, MINE, THEIRS].map(addressOf));
  for (const hash of [SEEN, MINE, THEIRS]) expect(text).not.toContain(hash.slice(0, 10));
  fireEvent.click(screen.getByLabelText(/^ben:/));
  fireEvent.click(screen.getByRole('button', { name: 'Save what is chosen' }));
  expect(onChoose.mock.calls).toEqual([[{ [PATH]: THEIRS }]]);
});

it('says that an asset was removed', () => {
  const { shown } = show(null);
  expect(shown).toHaveLength(2);
  expect(screen.getByLabelText('ben: deleted')).toBeTruthy();
});
