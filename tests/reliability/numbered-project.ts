import { library } from '#renderer/grammar/testing.ts';

/** Number of further screens: a release mixed from two shows different numbers. */
const PAGES = 8;

/** A project whose every screen shows `Release <count>`; `/shelf` needs no session. */
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
