// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RELEASE_ELEMENT_ID } from '#src/shared/release.ts';
import { watchMissingCode } from './watch-missing-code.ts';

const documentOf = (build: string) =>
  `<script type="module" src="/capiz/assets/page-${build}.js"></script><script id="${RELEASE_ELEMENT_ID}"></script>`;
const onReplaced = vi.fn<() => void>();
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  document.head.innerHTML = documentOf('one');
  window.fetch = fetched;
  watchMissingCode(window, onReplaced);
});
afterEach(() => {
  vi.resetAllMocks();
  document.head.innerHTML = '';
});

/** The code of an action cannot be loaded, and the request for the document ends. */
async function failToLoad(): Promise<void> {
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done));
}

test('a page whose build was replaced is renewed', async () => {
  fetched.mockResolvedValue(new Response(documentOf('two')));
  await failToLoad();
  expect(onReplaced).toHaveBeenCalled();
});

test.each([
  ['the server still has its build: only the network failed', documentOf('one')],
  ['a captive portal answers', '<h1>Accept the terms</h1>'],
])('a page is not renewed if %s', async (_, answer) => {
  fetched.mockResolvedValue(new Response(answer));
  await failToLoad();
  expect(onReplaced).not.toHaveBeenCalled();
});

test('a page is not renewed without a network', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await failToLoad();
  expect(onReplaced).not.toHaveBeenCalled();
});
