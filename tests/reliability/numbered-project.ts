import { library } from '#renderer/grammar/testing.ts';

/** So many screens besides, by which a release that is made of two is found out. */
const PAGES = 8;

/** A project whose every screen says `Release <count>`; `/shelf` shows one of them to anybody. */
export function filesOf(count: number): Map<string, Buffer> {
  const body = [{ type: 'text', text: `Release ${count}` }];
  const screens = Object.fromEntries(
    Array.from({ length: PAGES }, (_, at) => [
      `page-${at}`,
      {
        $schema: '../schemas/screen.schema.json',
        grammar: 2,
        id: `page-${at}`,
        title: `Page ${count}`,
        body,
      },
    ]),
  );
  const shelf = { routes: ['/shelf'], public: true, params: {}, data: {}, body };
  const alone = Object.fromEntries(['shelf', ...Object.keys(screens)].map((id) => [id, ['words']]));
  const files = library(shelf, { screens, app: { review: { alone } } });
  return new Map(files.map(({ path, text }) => [path, Buffer.from(text)]));
}
