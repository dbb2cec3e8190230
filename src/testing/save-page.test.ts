// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { savePage } from './save-page.ts';
import { writePage } from './write-page.ts';

beforeEach(() => document.documentElement.removeAttribute('class'));

it('savePage copies a page with the entered values, and the copy needs no other file', async () => {
  document.title = 'Loan & more';
  document.documentElement.className = 'cz-covered';
  document.body.innerHTML = `<label>Name <input id="name"></label><textarea></textarea>
    <input type="checkbox" checked><select><option>One</option><option>Two</option></select>
    <a href="/order">Order</a><a href="tel:1">Call</a><img src="/ours.svg" srcset="/2x.svg 2x" alt="ours">
    <img src="https://stranger.test/a.png" alt="theirs"><script>alert(1)</script><iframe src="/frame"></iframe>`;
  const [name, box] = document.querySelectorAll('input');
  const text = document.querySelector('textarea');
  const select = document.querySelector('select');
  if (!name || !box || !text || !select) throw new Error('The page is another.');
  name.value = 'Ana "A"';
  box.checked = false;
  text.value = 'Two\nlines';
  select.selectedIndex = 1;
  const asked: string[] = [];
  const page = await savePage(document, new Map([['name', '/body/0']]), (path) => {
    asked.push(path);
    return Promise.resolve({ type: 'image/svg+xml', bytes: new TextEncoder().encode('<svg/>') });
  });
  expect(asked).toEqual(['/ours.svg']);
  expect(page.nodes).toEqual({ name: '/body/0' });
  const html = writePage(page, 'body{color:red}', { theme: 'dark' });
  const copy = new DOMParser().parseFromString(html, 'text/html');
  expect(copy.title).toBe('Loan & more');
  expect(copy.documentElement.dataset['theme']).toBe('dark');
  expect(copy.documentElement.className).toBe('cz-covered');
  expect(copy.querySelector('input')?.value).toBe('Ana "A"');
  expect(copy.querySelector<HTMLInputElement>('[type=checkbox]')?.checked).toBe(false);
  expect(copy.querySelector('textarea')?.value).toBe('Two\nlines');
  expect(copy.querySelector('select')?.value).toBe('Two');
  expect([...copy.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['#', 'tel:1']);
  expect([...copy.images].map((image) => image.getAttribute('src'))).toEqual([
    `data:image/svg+xml;base64,${btoa('<svg/>')}`,
    null,
  ]);
  expect(copy.querySelectorAll('script, iframe, [srcset]')).toHaveLength(0);
  expect(copy.querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'",
  );
});
