import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const PRODUCT = [
  'screens',
  'schemas/api',
  'fixtures/api',
  'fixtures/scenarios',
  'fixtures/service.json',
  'fixtures/snapshots',
  'fixtures/states',
];
const LEFT_OUT = ['node_modules', '.git', 'dist', '.capiz', ...PRODUCT];

/**
 * Copies the project without this product's screens, contracts and fixtures.
 *
 * @returns A new folder outside the project; the caller deletes it.
 */
export function copyWithoutProduct() {
  const tree = mkdtempSync(join(tmpdir(), 'capiz-without-product-'));
  cpSync('.', tree, {
    recursive: true,
    filter: (source) => !LEFT_OUT.includes(relative('.', source)),
  });
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
  return tree;
}
