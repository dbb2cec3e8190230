import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../build.mjs';

/** Writes declarations with tsc; replaces our import aliases by relative paths, and `.ts` by `.js`. */
export function declare(folder) {
  const { status, stdout } = spawnSync(
    'npx',
    ['tsc', '-p', 'src/library/tsconfig.json', '--outDir', folder],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The declarations could not be written:\n${stdout}`);
  cpSync(
    join(root, 'renderer/grammar/validators.generated.d.ts'),
    join(folder, 'renderer/grammar/validators.generated.d.ts'),
  );
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue;
    const file = join(folder, path);
    const up = relative(dirname(file), folder) || '.';
    const text = readFileSync(file, 'utf8')
      .replaceAll(/^import '[^']+\.css';\n/gm, '')
      .replaceAll(
        /(['"])#((?:renderer|src|schemas)\/[^'"]+)\1/g,
        `'${up.startsWith('.') ? up : `./${up}`}/$2'`,
      )
      .replaceAll(/((?:from |import\()['"]\.[^'"]+)\.tsx?(['"])/g, '$1.js$2')
      // Sources import a generated declaration by its full name (`x.generated.d.ts`), because its script is
      // in the same folder.
      .replaceAll('.generated.d.js', '.generated.js');
    writeFileSync(file, text);
  }
}
