import { createMarkdownRenderer } from 'vitepress';
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { describe, expect, it } from 'vitest';
import { markdown } from './markdown.ts';

/** What a reader gets: the Markdown as VitePress renders it, compiled and run as a Vue template. */
async function show(text: string): Promise<string> {
  const renderer = await createMarkdownRenderer('.', markdown);
  return await renderToString(createSSRApp({ template: await renderer.renderAsync(text, {}) }));
}

describe('a page shows what Markdown says, and runs nothing', () => {
  it.each([
    ['braces in a text', 'A {{ 6 * 7 }} b', 'A {{ 6 * 7 }} b'],
    ['braces in a heading', '# A {{ 6 * 7 }}', 'A {{ 6 * 7 }}'],
    ['braces in code', '`{{ 6 * 7 }}`', '{{ 6 * 7 }}'],
    ['braces in a block', '```json\n{{ 6 * 7 }}\n```', '{{ 6 * 7 }}'],
    ['braces in a table', '| a |\n|---|\n| {{ 6 * 7 }} |', '{{ 6 * 7 }}'],
    ['braces in a link', '[{{ 6 * 7 }}](https://example.com)', '{{ 6 * 7 }}'],
    ['a tag in a text', 'A List<migration> b', 'A List&lt;migration&gt; b'],
    ['a directive', '<p v-text="6 * 7">a</p>', '&lt;p v-text=&quot;6 * 7&quot;&gt;a&lt;/p&gt;'],
    ['a handler', 'a <b onclick="run()">b</b>', '&lt;b onclick=&quot;run()&quot;&gt;b&lt;/b&gt;'],
    ['a script', '<script>\nrun()\n</script>', '&lt;script&gt;'],
    ['a setup script', '<script setup>\nconst a = 1\n</script>\n\n{{ a }}', '{{ a }}'],
    ['attributes in braces', '# A {#b onclick="run()"}', 'A {#b onclick='],
    ['a container of VitePress', '::: tip\nA\n:::', '::: tip'],
    ['an include of VitePress', 'A\n\n<<< @/package.json', '&lt;&lt;&lt; @/package.json'],
    ['an expression of a definition', 'A ${data.book.title} b', 'A ${data.book.title} b'],
  ])('%s', async (_what, text, shown) => {
    const html = (await show(text)).replaceAll(/<[^>]*>/g, '');
    expect(html).toContain(shown);
    expect(html).not.toContain('42');
  });

  it('keeps anchors and pictures', async () => {
    expect(await show('<a id="date"></a>\n\n# Dates')).toContain('<a id="date"></a>');
    expect(await show('<img src="/a.png" alt="A" width="300">')).toContain(
      '<img src="/a.png" alt="A" width="300">',
    );
  });

  it('gives a heading the anchor that it has on GitHub', async () => {
    expect(await show('# Read & write: the `text-field`, twice')).toContain(
      'id="read--write-the-text-field-twice"',
    );
  });
});
