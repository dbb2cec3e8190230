import type { MarkdownOptions } from 'vitepress';

/**
 * How Markdown becomes a page. VitePress compiles a page as a Vue template; these rules show the braces and the tags of a
 * text as GitHub shows them, and run nothing.
 */
export const markdown: MarkdownOptions = {
  // Blocks of `docs/start` that replace one text by another.
  languageAlias: { replace: 'txt' },
  anchor: { slugify: slugOf },
  // What GitHub shows as text.
  attrs: false,
  component: false,
  container: false,
  emoji: false,
  include: false,
  snippet: false,
  toc: false,
  config(md) {
    const { escapeHtml } = md.utils;
    const { rules } = md.renderer;
    rules['text'] = (tokens, at) => escapeBraces(escapeHtml(tokens[at]?.content ?? ''));
    rules['code_inline'] = (tokens, at) =>
      `<code>${escapeBraces(escapeHtml(tokens[at]?.content ?? ''))}</code>`;
    rules['html_inline'] = rules['html_block'] = (tokens, at) => {
      const tag = tokens[at]?.content ?? '';
      return ALLOWED.test(tag.trim()) ? tag : escapeBraces(escapeHtml(tag));
    };
  },
};

/** The tags of our pages, without Vue's directives; a comment is not shown. */
const ALLOWED =
  /^(?:<a id="[\w-]+">|<\/a>|<br>|<!--[^]*-->|<img src="[^"<>{}]+" alt="[^"<>{}]*"(?: width="\d+")?>|<LiveExample address="[\w/?=&;%+.-]+" \/>)$/;

function escapeBraces(text: string): string {
  return text.replaceAll('{{', '&#123;&#123;').replaceAll('}}', '&#125;&#125;');
}

/** Anchors of headings as GitHub makes them, so that a link works on both. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
