import { describe, expect, it } from 'vitest';
import { checkProject } from '../check.ts';
import {
  button,
  compileLibrary,
  contractOf,
  library,
  type LibraryOptions,
  problemsOf,
  type ScreenText,
} from '../testing.ts';

function refuses(
  title: string,
  screen: ScreenText,
  problems: string | string[],
  options?: LibraryOptions,
): void {
  it(`refuses ${title}`, () => {
    expect(problemsOf(screen, options)).toEqual([problems].flat());
  });
}

function accepts(title: string, screen: ScreenText, options?: LibraryOptions): void {
  it(`accepts ${title}`, () => {
    expect(problemsOf(screen, options)).toEqual([]);
  });
}

const tap = (...actions: { [name: string]: unknown }[]): ScreenText => ({ body: [button(actions)] });
const AT = '/body/0/on/tap/0';

describe('1.1: reports an unknown name with the nearest known name', () => {
  it('the message names the nearest known name', () => {
    const [problem] = checkProject(library(tap({ do: 'go', to: 'bok' })));
    expect(problem).toMatchObject({ code: 'screen/unknown', help: 'did you mean "book"?' });
  });
  refuses(
    'an unknown endpoint of data',
    { data: { shelf: { endpoint: 'shelfs' } } },
    'endpoint/unknown /data/shelf/endpoint',
  );
  refuses(
    'an unknown endpoint of a request',
    tap({ do: 'request', endpoint: 'pay' }),
    `endpoint/unknown ${AT}/endpoint`,
  );
  refuses('an unknown screen', tap({ do: 'go', to: 'bok' }), `screen/unknown ${AT}/to`);
  refuses(
    'a node that the target does not have',
    tap({ do: 'go', to: 'book', at: 'sumary', with: { isbn: '1' } }),
    `node/unknown ${AT}/at`,
  );
  refuses('an unknown overlay', tap({ do: 'open', overlay: 'ask' }), `overlay/unknown ${AT}/overlay`);
  refuses(
    'an unknown timer',
    tap({ do: 'timer', timer: 'pause', run: 'start' }),
    `timer/unknown ${AT}/timer`,
  );
  refuses('an unknown form to submit', tap({ do: 'submit', form: 'review' }), `form/unknown ${AT}/form`);
  refuses('an unknown form to validate', tap({ do: 'validate', form: 'review' }), `form/unknown ${AT}/form`);
  refuses(
    'an unknown form to reset',
    tap({ do: 'reset', target: ['form.review'] }),
    `form/unknown ${AT}/target/0`,
  );
  refuses('unknown data', tap({ do: 'reload', data: ['shelfs'] }), `data/unknown ${AT}/data/0`);
  refuses(
    'an unknown bridge method',
    tap({ do: 'native', method: 'callPhon' }),
    `bridge/unknown ${AT}/method`,
  );
  refuses(
    'an unknown part',
    { body: [{ type: 'part', part: 'card', id: 'card' }] },
    'part/unknown /body/0/part',
  );
  refuses(
    'an unknown state to set',
    tap({ do: 'set', target: 'state.nothing', value: 1 }),
    `expression/unknown-member ${AT}/target`,
  );
  refuses(
    'a field that the form does not have',
    {
      body: [
        { type: 'form', id: 'review', body: [{ type: 'rating', name: 'stars', label: 'Stars' }] },
        button([{ do: 'validate', form: 'review', fields: ['star'] }]),
      ],
    },
    'field/unknown /body/1/on/tap/0/fields/0',
  );
  refuses(
    'a notice at a field that the form does not have',
    {
      body: [
        { type: 'form', id: 'review', body: [{ type: 'rating', name: 'stars', label: 'Stars' }] },
        button([{ do: 'notice', text: 'Too few', field: 'form.review.star' }]),
      ],
    },
    'field/unknown /body/1/on/tap/0/field',
  );
  const address = {
    type: 'group',
    name: 'home',
    body: [{ type: 'text-field', name: 'street', label: 'Street' }],
  };
  const atStreet = (street: string) => ({
    body: [
      { type: 'form', id: 'review', body: [address] },
      button([{ do: 'notice', text: 'Not there', field: `form.review.home.${street}` }]),
    ],
  });
  accepts('a notice at a field of a group', atStreet('street'));
  refuses(
    'a notice at a field that a group does not have',
    atStreet('stret'),
    'expression/unknown-member /body/1/on/tap/0/field',
  );
  refuses(
    'a notice at a field without a form',
    tap({ do: 'notice', text: 'Too few', field: 'state.stars' }),
    `form/unknown ${AT}/field`,
  );
  refuses(
    'a carried parameter that app.json does not declare',
    { params: { cardId: { carried: true, required: true }, readrId: { carried: true } } },
    'param/unknown-carried /params/readrId',
  );
  refuses('a review policy for an unknown screen', {}, 'screen/unknown screens/app.json#/review/alone/door', {
    app: { review: { alone: { door: ['words'] } } },
  });
  refuses('an unknown special screen', {}, 'screen/unknown screens/app.json#/special/signedOut', {
    app: { special: { unknown: 'book', signedOut: 'door' } },
  });
});

describe('2: `with` must match the parameters of its receiver', () => {
  refuses('a missing parameter of a screen', tap({ do: 'go', to: 'book' }), `go/missing-parameter ${AT}/to`);
  accepts(
    'a screen whose carried parameters travel by themselves',
    tap({ do: 'go', to: 'book', with: { isbn: '1' } }),
  );
  refuses(
    'a parameter that the screen does not have',
    tap({ do: 'go', to: 'book', with: { isbn: '1', page: '2' } }),
    `go/unknown-parameter ${AT}/with/page`,
  );
  refuses(
    'a misspelt parameter once, not also as missing',
    tap({ do: 'go', to: 'book', with: { isnb: '1' } }),
    `go/unknown-parameter ${AT}/with/isnb`,
  );
  refuses(
    'a missing member of a request',
    tap({ do: 'request', endpoint: 'pay-fine', critical: 'fine' }),
    `request/missing-member ${AT}/endpoint`,
  );
  refuses(
    'a missing member of data',
    { data: { shelf: { endpoint: 'shelf' } } },
    'request/missing-member /data/shelf/endpoint',
  );
  refuses(
    'a member that the contract does not have',
    tap({
      do: 'request',
      endpoint: 'pay-fine',
      critical: 'fine',
      with: { amount: '${data.shelf.fine}', currency: 'x' },
    }),
    `request/unknown-member ${AT}/with/currency`,
  );
  refuses(
    'a member of another type',
    tap({ do: 'request', endpoint: 'pay-fine', critical: 'fine', with: { amount: '${data.shelf.name}' } }),
    `value/type ${AT}/with/amount`,
  );
  refuses(
    'a required member that may be absent',
    { body: [button([{ do: 'request', endpoint: 'book', with: { isbn: '${params.query}' } }])] },
    'value/absent /body/0/on/tap/0/with/isbn',
  );
  accepts('an optional member that may be absent', {
    body: [
      button([
        {
          do: 'request',
          endpoint: 'pay-fine',
          critical: 'fine',
          with: { amount: '${data.shelf.fine}', note: '${data.shelf.note}' },
        },
      ]),
    ],
  });
  refuses(
    'a missing parameter of a bridge method',
    tap({ do: 'native', method: 'callPhone' }),
    `bridge/missing-parameter ${AT}/method`,
  );
  refuses(
    'a parameter that the bridge method does not have',
    tap({ do: 'native', method: 'goHome', with: { phone: '1' } }),
    `bridge/unknown-parameter ${AT}/with/phone`,
  );
});

describe('5: data needs a safe endpoint and must not depend on itself', () => {
  refuses(
    'data of an endpoint that is not safe',
    {
      data: {
        paid: {
          endpoint: 'pay-fine',
          with: { amount: '${kept.lastBook.price}' },
          when: 'has(kept.lastBook)',
        },
      },
    },
    'endpoint/unsafe-read /data/paid/endpoint',
  );
  refuses(
    'data that depend on each other, once',
    {
      data: {
        a: { endpoint: 'book', with: { isbn: '${data.b.isbn}' } },
        b: { endpoint: 'book', with: { isbn: '1', branch: '${data.a.title}' } },
      },
    },
    'data/cycle /data/a',
  );
  refuses(
    'data that depends on itself in its condition',
    { data: { a: { endpoint: 'book', with: { isbn: '1' }, when: 'has(data.a)' } } },
    'data/cycle /data/a',
  );
  accepts('data that depends on other data', {
    data: {
      shelf: { endpoint: 'shelf', with: { cardId: '${params.cardId}' } },
      first: { endpoint: 'book', when: 'has(data.shelf.first)', with: { isbn: '${data.shelf.first.isbn}' } },
    },
  });
  refuses(
    'reading optional data without a test',
    {
      data: { book: { endpoint: 'book', with: { isbn: '1' }, optional: true } },
      body: [{ type: 'text', text: '${data.book.title}' }],
    },
    'value/absent /body/0/text',
  );
  accepts('optional data in its own load, and error in its failed', {
    data: {
      book: {
        endpoint: 'book',
        with: { isbn: '1' },
        optional: true,
        failed: { choose: ['${error.message}', 'No book today'] },
        on: { load: [{ do: 'notice', text: '${data.book.title}' }] },
      },
    },
  });
});

describe('8: enter runs before data is loaded, and a title needs an entry without data', () => {
  refuses(
    'data in enter',
    { on: { enter: [{ do: 'notice', text: 'You owe', when: 'data.shelf.fine > 0' }] } },
    'expression/unknown-name /on/enter/0/when',
  );
  refuses('a title that reads data', { title: '${data.shelf.name}' }, 'screen/title-needs-data /title');
  accepts('a title with an entry that reads no data', { title: { choose: ['${data.shelf.name}', 'Shelf'] } });
  refuses(
    'a title whose entry without data has a condition that reads data',
    { title: { choose: [{ when: 'data.shelf.fine > 0', value: 'Fines' }, '${data.shelf.name}'] } },
    'screen/title-needs-data /title',
  );
});

describe('7: navigation', () => {
  accepts(
    'leaving for an allowed host',
    tap({ do: 'leave', to: 'https://help.example.com/?desk=${config.desk.phone}' }),
  );
  refuses(
    'leaving for another host',
    tap({ do: 'leave', to: 'https://other.example.com/' }),
    `leave/unknown-host ${AT}/to`,
  );
  refuses(
    'leaving for another host in one entry of a choose',
    tap({
      do: 'leave',
      to: { choose: [{ when: 'data.shelf.fine > 0', value: 'https://other.example.com/' }, 'tel:1'] },
    }),
    `leave/unknown-host ${AT}/to/choose/0/value`,
  );
  const framed = (src: unknown) => ({ body: [{ type: 'frame', src, title: 'Rules' }] });
  accepts(
    'a page of an allowed host in a frame',
    framed('https://rules.example.com/?desk=${config.desk.phone}'),
  );
  accepts(
    'a Url of data in a frame',
    framed({ choose: ['${data.shelf.first.cover}', 'https://rules.example.com/'] }),
  );
  refuses(
    'a page of another host in a frame',
    framed('https://help.example.com/'),
    'frame/unknown-host /body/0/src',
  );
  accepts('leaving for a Url of data', {
    body: [
      button([{ do: 'leave', to: '${data.shelf.first.cover}' }], {
        enabledWhen: 'has(data.shelf.first) && has(data.shelf.first.cover)',
      }),
    ],
  });
  accepts('mailto: and tel:', {
    body: [
      button([
        { do: 'leave', to: 'mailto:desk@example.com' },
        { do: 'leave', to: 'tel:${config.desk.phone}' },
      ]),
    ],
  });
  const LISTED = ['https://Help.Example.com:443', 'Rules.Example.com'];
  const spelled = { app: { hosts: { leave: LISTED, frame: LISTED, image: LISTED } } };
  it('compares hosts as browsers do, whatever their spelling', () => {
    const address = (host: string) => `https://${host}/a`;
    const screen = (host: string) => ({
      body: [
        { type: 'image', alt: 'A cover', src: address(host) },
        { type: 'frame', title: 'Rules', src: address(host) },
        button([{ do: 'leave', to: address(host) }]),
      ],
    });
    for (const host of ['help.example.com', 'RULES.example.com', 'rules.example.com:443'])
      expect(problemsOf(screen(host), spelled)).toEqual([]);
    for (const host of ['help.example.com:444', 'example.com', 'help.example.com.example'])
      expect(problemsOf(screen(host), spelled)).toHaveLength(3);
    const { app } = compileLibrary({}, spelled);
    const hosts = ['help.example.com', 'rules.example.com'];
    expect(app?.hosts).toEqual({ leave: hosts, frame: hosts, image: hosts });
  });
  refuses('the same route in two screens', { routes: ['/book'] }, 'route/duplicate /routes/0');
});

describe('7: overlays', () => {
  const ask = { type: 'dialog', title: 'Ask', body: [] };
  refuses(
    'an overlay that no action opens, with a warning',
    { overlays: { ask } },
    'overlay/never-opened /overlays/ask',
  );
  accepts('an overlay that only another overlay opens', {
    body: [button([{ do: 'open', overlay: 'first' }])],
    overlays: { first: { ...ask, body: [button([{ do: 'open', overlay: 'ask' }])] }, ask },
  });
});

describe('5: contracts', () => {
  refuses(
    'a path that reads other roots than request and config',
    {},
    'expression/unknown-name schemas/api/shelf.endpoint.json#/path',
    { endpoints: { shelf: { ...contractOf('shelf'), path: '/api/${session.branch}' } } },
  );
  accepts(
    'a path that request and config choose',
    {},
    {
      endpoints: {
        shelf: {
          ...contractOf('shelf'),
          path: {
            choose: [
              { when: "config.desk.open && request.cardId == 'a'", value: '/api/open' },
              '/api/closed',
            ],
          },
        },
      },
    },
  );
});
