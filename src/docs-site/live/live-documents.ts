import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readAndCompile } from '#src/library/compile-folder.ts';
import { readContracts, textsOf } from '#src/shared/contract.ts';
import { writeInlineJson } from '#src/shared/release.ts';
import { readProjectBytes } from '#src/shared/project-files.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import { LIVE_ADDRESS, LIVE_ELEMENT_ID, type LiveDocument } from './live-document.ts';

/**
 * Writes a document for each screen of each example: the built page, with the compiled example in it.
 * @param folder - Absolute path of the examples.
 */
export function liveDocuments(folder: string, examples: readonly string[]): Plugin {
  return {
    name: 'capiz:live-documents',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no page for the examples.');
        for (const name of examples) {
          for (const [address, source] of await writeExample(join(folder, name), name, String(page.source)))
            this.emitFile({ type: 'asset', fileName: address, source });
        }
        delete bundle['index.html'];
      },
    },
  };
}

/** @returns the documents of an example, by file below the live examples. */
async function writeExample(root: string, name: string, page: string): Promise<ReadonlyMap<string, string>> {
  const { app, plans, problems } = await readAndCompile(root);
  const [first] = problems;
  if (app === undefined || first !== undefined)
    throw new Error(`${root}: ${first?.file}:${first?.line} ${first?.message ?? 'It has no application.'}`);
  const bytes = readProjectBytes(root);
  if ([...bytes.keys()].some(isAsset)) throw new Error(`${root}: images of an example are not served yet.`);
  const { scenarios, service } = loadFixtures(root);
  const screens = Object.entries(app.screens).map(([id, screen]) => [
    id,
    { ...screen, paths: screen.paths.map((path) => `${LIVE_ADDRESS}/${name}${path}`) },
  ]);
  const content: LiveDocument = {
    app: { ...app, screens: Object.fromEntries(screens) as typeof app.screens },
    plans: Object.fromEntries(plans),
    contracts: [...readContracts(bytes, textsOf(app))],
    scenarios: [...scenarios.values()],
    service,
  };
  const data = `<script type="application/json" id="${LIVE_ELEMENT_ID}">${writeInlineJson(content)}</script>`;
  const document = page.replace('<!--capiz-example-->', () => data);
  const paths = Object.values(app.screens).flatMap((screen) => screen.paths);
  return new Map(paths.map((path) => [`${name}${path}.html`, document]));
}
