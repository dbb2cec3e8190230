import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { execFileSync } from 'node:child_process';

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(file));

const PAGES = FILES.filter((file) => file.endsWith('.md'));
const SOURCES = FILES.filter((file) =>
  /^(?:\.ci|\.github|bin|renderer|schemas|screens|src|tests)\/|^[^/]*\.json$/.test(file),
).filter((file) => /\.(?:ts|tsx|mts|mjs|js|json|css|html|yml)$/.test(file));

interface Link {
  readonly target: string;
  readonly path: string;
  readonly anchor: string | undefined;
}

/** Relative links and pictures of a page; code is left out. */
function linksOf(page: string, text: string): readonly Link[] {
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1/gm, '').replace(/(`+)[^\n]*?\1/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter((target) => !/^(?:[a-z]+:|\/)/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      return { target, path: path === '' ? page : join(dirname(page), path), anchor };
    });
}

/** Anchors of headings, as GitHub makes them, and `<a id>`. */
function anchorsOf(text: string): readonly string[] {
  const headings = text.replace(/^(`{3,})[\s\S]*?^\1/gm, '').matchAll(/^#+ (.+)$/gm);
  const ofHeadings = [...headings].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
  return [...ofHeadings, ...[...text.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id)];
}

function deadLinksOf(page: string, text: string): readonly string[] {
  return linksOf(page, text)
    .filter(({ path, anchor }) => {
      if (!existsSync(path)) return true;
      if (anchor === undefined || !path.endsWith('.md')) return false;
      const target = normalize(path) === page ? text : readFileSync(path, 'utf8');
      return !anchorsOf(target).includes(anchor);
    })
    .map(({ target }) => target);
}

/** Paths of `docs/` that are named in a text and do not exist. */
function deadPathsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w/.-])docs\/[\w-][\w./-]*/g)]
    .map(([path]) => path.replace(/[./]+$/, ''))
    .filter((path) => !existsSync(path));
}

/** Pages that name paths in code letters as files to open. */
const GUIDES = PAGES.filter((page) =>
  /^CONTRIBUTING|^docs\/contributing\/(?:where|add-a-piece)|^(?:renderer|src|tests)\/.*README/.test(page),
);
const ROOT_FOLDERS = /^(?:bin|docs|fixtures|renderer|schemas|screens|src|tests)\/[\w./-]*$/;
/** Names of pieces that the recipes create. */
const PLANNED = /gauge|ring\/|ring\.schema/;

function missingFilesOf(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => ROOT_FOLDERS.test(path) && !PLANNED.test(path) && !existsSync(path));
}

describe('links between pages and from code to pages', () => {
  it.each(PAGES)('every relative link of %s leads to a file and a heading', (page) => {
    expect(deadLinksOf(page, readFileSync(page, 'utf8'))).toEqual([]);
  });

  it('every path of docs/ that code or a page names exists', () => {
    const dead = [...SOURCES, ...PAGES]
      .filter((file) => file !== 'tests/contract/links.test.ts')
      .flatMap((file) => deadPathsOf(readFileSync(file, 'utf8')).map((path) => `${file}: ${path}`));
    expect(dead).toEqual([]);
  });

  it.each(GUIDES)('every path in code letters of %s exists', (page) => {
    expect(missingFilesOf(readFileSync(page, 'utf8'))).toEqual([]);
  });

  it('a link to no file, a link to no heading and a path to no page are found', () => {
    expect(
      deadLinksOf('README.md', '[a](docs/nowhere.md) [b](SECURITY.md#nowhere) [c](SECURITY.md)'),
    ).toEqual(['docs/nowhere.md', 'SECURITY.md#nowhere']);
    expect(missingFilesOf('open `src/nowhere.ts`, then `src/cli/main.ts`')).toEqual(['src/nowhere.ts']);
    expect(deadPathsOf('see docs/nowhere.md, and docs/reference/README.md.')).toEqual(['docs/nowhere.md']);
  });
});
