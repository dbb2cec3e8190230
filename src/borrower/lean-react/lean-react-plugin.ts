import { parseAst, type Plugin } from 'vite';
import { childrenOf, type Cuts, cut, type Node, nameOf } from './cut.ts';
import { ERRORS, FEATURES, KEPT, SCHEDULED } from './features.ts';

/** What is cut out of each of React's modules, by its file in `node_modules`. */
export const CUTS: Readonly<Record<string, readonly Cuts[]>> = {
  'react/cjs/react.production.js': [
    {
      exports: [...KEPT.react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE', 'version'],
    },
  ],
  'react-dom/cjs/react-dom.production.js': [
    {
      exports: [...KEPT['react-dom'], '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'],
      bodies: ERRORS,
    },
  ],
  'scheduler/cjs/scheduler.production.js': [
    {
      exports: SCHEDULED,
      // React gives no delays, and browsers have what Node has not.
      calls: { advanceTimers: '0' },
      constant: { isHostTimeoutScheduled: '!1', localSetImmediate: 'null' },
      texts: [
        ['"object" === typeof options && null !== options', '!1'],
        ['options > currentTime', '!1'],
        ['"undefined" !== typeof MessageChannel', '!0'],
        ['"object" === typeof performance && "function" === typeof performance.now', '!0'],
        ['firstTimer = peek(timerQueue)', 'firstTimer = null'],
      ],
    },
  ],
  'react-dom/cjs/react-dom-client.production.js': [
    { exports: KEPT['react-dom/client'], bodies: ERRORS },
    ...FEATURES,
  ],
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
  const { body } = parseAst(code);
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration' || !Object.hasOwn(KEPT, statement.source.value)) continue;
    const kept: readonly string[] = KEPT[statement.source.value as keyof typeof KEPT];
    for (const one of statement.specifiers) {
      const name =
        one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' ? one.imported.name : '*';
      if (!kept.includes(name)) yield `${name} of "${statement.source.value}"`;
    }
  }
  const made = [...elementsOf(body as unknown as Node[])];
  for (const feature of FEATURES) {
    for (const word of feature.words ?? [])
      if (new RegExp(`\\b${word}\\b`).test(code)) yield `${word} (${feature.name})`;
    for (const { type, properties } of made)
      for (const name of [type, ...properties])
        if ((name === type ? feature.elements : feature.properties)?.includes(name))
          yield `${name} (${feature.name})`;
  }
}

/** Elements that a module makes with a type and names of properties that are written there: `jsx("div", { … })`. */
function* elementsOf(nodes: Iterable<Node>): Iterable<{ type: string; properties: readonly string[] }> {
  for (const node of nodes) {
    const [element, given] = (node['arguments'] ?? []) as readonly Node[];
    const type = element?.['value'];
    if (typeof type === 'string' && /^(_?jsxs?|createElement)$/.test(nameOf(node['callee'] as Node) ?? '')) {
      const members = (given?.['properties'] ?? []) as readonly { readonly key?: Node }[];
      yield { type, properties: members.map(({ key }) => nameOf(key) ?? '') };
    }
    yield* elementsOf(childrenOf(node));
  }
}
