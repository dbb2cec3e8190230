import { parseAst, type Plugin } from 'vite';
import { type Cuts, cut } from './cut.ts';
import { FEATURES, KEPT } from './features.ts';

/** What is cut out of each of React's modules, by its file in `node_modules`. */
export const CUTS: Readonly<Record<string, readonly Cuts[]>> = {
  'react/cjs/react.production.js': [
    {
      exports: [...KEPT.react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE', 'version'],
    },
  ],
  'react-dom/cjs/react-dom.production.js': [
    { exports: [...KEPT['react-dom'], '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'] },
  ],
  'react-dom/cjs/react-dom-client.production.js': [{ exports: KEPT['react-dom/client'] }, ...FEATURES],
};

/**
 * Builds React with what the page uses of it, and refuses code of ours that uses anything else.
 *
 * @see docs/decisions/0055-react-with-what-is-used-of-it.md
 */
export function leanReactPlugins(): Plugin[] {
  return [
    {
      name: 'capiz:lean-react',
      apply: 'build',
      transform(code, id) {
        const [, file = ''] = id.split('/node_modules/');
        return CUTS[file]?.reduce(cut, code);
      },
    },
    {
      name: 'capiz:lean-react-doors',
      apply: 'build',
      enforce: 'post',
      transform(code, id) {
        if (!id.includes('/node_modules/') && /\.tsx?$/.test(id))
          for (const asked of findAsked(code))
            this.error(`${asked} is not built: src/borrower/lean-react/features.ts.`);
      },
    },
  ];
}

/** What a module asks of React that is cut out of it. */
export function* findAsked(code: string): Iterable<string> {
  for (const statement of parseAst(code).body) {
    if (statement.type !== 'ImportDeclaration' || !Object.hasOwn(KEPT, statement.source.value)) continue;
    const kept: readonly string[] = KEPT[statement.source.value as keyof typeof KEPT];
    for (const one of statement.specifiers) {
      const name =
        one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' ? one.imported.name : '*';
      if (!kept.includes(name)) yield `${name} of "${statement.source.value}"`;
    }
  }
  for (const { words = [], name } of FEATURES)
    for (const word of words) if (new RegExp(`\\b${word}\\b`).test(code)) yield `${word} (${name})`;
}
