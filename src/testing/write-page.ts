import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AppPlan } from '#renderer/plan/plan.ts';
import { escapeHtml } from '#src/shared/html.ts';
import type { DrawnPage } from './save-page.ts';

/** The build writes this file next to the command line's own file: tokens, and the styles of every widget. */
const STYLES = './style.css';

/**
 * Tokens with the colours of an application's brand, and the styles of every widget.
 *
 * @throws Error if this is not the built command line.
 */
export function readLook({ brand = [] }: Pick<AppPlan, 'brand'>): string {
  const file = fileURLToPath(new URL(STYLES, import.meta.url));
  if (!existsSync(file)) throw new Error('The look is a part of the built command line.');
  return [readFileSync(file, 'utf8'), ...brand].join('\n');
}

/** Stops all animations: a page on disk has no phone around it. */
const STILL = '*,*::before,*::after{animation:none!important;transition:none!important}';

/** The CSP of a written page: no scripts, no requests. */
export const STILL_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** A complete HTML document of a page, which opens from disk; light and dark follow the device. */
export function writePage(
  { language, title, style, classes, body }: DrawnPage,
  look: string,
  more: { readonly theme?: 'light' | 'dark' | undefined; readonly styles?: string } = {},
): string {
  const given = [
    `lang="${escapeHtml(language)}"`,
    ...(classes === '' ? [] : [`class="${escapeHtml(classes)}"`]),
    ...(style === '' ? [] : [`style="${escapeHtml(style)}"`]),
    ...(more.theme === undefined ? [] : [`data-theme="${more.theme}"`]),
  ];
  return `<!doctype html>
<html ${given.join(' ')}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${STILL_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${look.replaceAll('</style', '<\\/style')}
${STILL}
${more.styles ?? ''}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
