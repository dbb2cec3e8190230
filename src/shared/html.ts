import type { Context } from 'hono';
import { html } from 'hono/html';

/** Markup in which every inserted text is escaped. */
export type Html = ReturnType<typeof html>;

/** Escapes a text or an attribute value, where markup is built without hono's `html`. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A page of the server; `styles` is an address on our own origin. @param head - Default: no scripts. */
export function writePage(title: string, styles: string, body: Html, head?: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${styles}">
${head}</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** Serves a style sheet of these pages. */
export function serveStyles(styles: string) {
  return (context: Context) => context.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8' });
}

/** Styles of the server's own pages: payment page, list of scenarios. */
export const PAGE_STYLES = `:root{color-scheme:light dark;--ground:#f5f6f8;--card:#fff;--ink:#16202c;--soft:#566272;--act:#0b5cad;--on-act:#fff;--line:#d9dee5}
@media (prefers-color-scheme:dark){:root{--ground:#0f141a;--card:#1a212a;--ink:#e8edf3;--soft:#a3afbd;--act:#7ab8ff;--on-act:#06213d;--line:#2c3642}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/24px system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:22px;line-height:28px;margin:0 0 8px}
h2{font-size:18px;line-height:24px;margin:32px 0 8px}
p{margin:0 0 12px}
.soft{color:var(--soft)}
.card{background:var(--card);border-radius:16px;padding:16px;margin:16px 0}
.amount{font-size:40px;line-height:48px;font-weight:700;font-variant-numeric:tabular-nums}
button,.button{display:block;width:100%;min-height:52px;margin:12px 0;padding:14px 16px;border:0;border-radius:12px;background:var(--act);color:var(--on-act);font:inherit;font-size:17px;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.quiet{background:transparent;color:var(--act);border:1px solid var(--line)}
a{color:var(--act)}
ul{list-style:none;margin:0;padding:0}
li{background:var(--card);border-radius:12px;padding:12px 16px;margin:8px 0}
li a{display:inline-block;min-height:44px;padding:10px 12px 10px 0}
code{font-size:14px}
`;
