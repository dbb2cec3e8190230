import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { expect, test } from './visit.ts';
import { withProject } from './with-project.ts';

/* A signature in a real browser, and its image at a real service behind the real server. */

interface Service {
  readonly images: Uint8Array[];
  readonly accepted: unknown[];
  /** While true, images are refused with 503. */
  isDown: boolean;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Serves the example with a service that stores what it gets. */
async function withService(visit: (origin: string, service: Service) => Promise<void>): Promise<void> {
  const service: Service = { images: [], accepted: [], isDown: false };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      let answer: object = { code: '00' };
      if (request.url === '/api/images' && service.isDown) {
        response.statusCode = 503;
      } else if (request.url === '/api/images') {
        const type = request.headers['content-type'] ?? '';
        const form = await new Response(new Uint8Array(body), {
          headers: { 'content-type': type },
        }).formData();
        const image = form.get('image');
        if (!(image instanceof Blob)) throw new Error('There is no image.');
        service.images.push(new Uint8Array(await image.arrayBuffer()));
        answer = { code: '00', data: { url: `https://pictures.example/${service.images.length}.png` } };
      } else service.accepted.push(JSON.parse(body.toString()));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    await withProject('fixtures/examples/signature', (origin) => visit(origin, service), {
      CAPIZ_UPSTREAM: `http://127.0.0.1:${port}`,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Size and colours of an image, as a browser decodes it. */
async function inspect(page: Page, image: Uint8Array | undefined) {
  const other = await page.context().newPage();
  try {
    return await other.evaluate(
      async (address) => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        const canvas = document.createElement('canvas');
        canvas.width = picture.naturalWidth;
        canvas.height = picture.naturalHeight;
        const context = canvas.getContext('2d');
        context?.drawImage(picture, 0, 0);
        const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 80) dark += 1;
        return {
          width: canvas.width,
          height: canvas.height,
          corner: [...data.slice(0, 4)].join(' '),
          dark: dark / (data.length / 4),
        };
      },
      `data:image/png;base64,${Buffer.from(image ?? []).toString('base64')}`,
    );
  } finally {
    await other.close();
  }
}

/** Opens the screen, and waits until its script runs. */
async function open(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/rules`);
  await expect(page.locator('#capiz > [inert]')).toHaveCount(0);
}

const pad = (page: Page) => page.getByRole('img', { name: /^(Signed|Not signed)$/ });
const lines = (page: Page) => pad(page).locator('path');

const LINES = [
  [
    [0.1, 0.6],
    [0.2, 0.2],
    [0.3, 0.7],
    [0.4, 0.3],
  ],
  [
    [0.5, 0.5],
    [0.7, 0.2],
    [0.9, 0.6],
  ],
] as const;

/** Draws the lines with one pointer. */
async function sign(page: Page, pointer: 'mouse' | 'touch'): Promise<void> {
  await pad(page).scrollIntoViewIfNeeded();
  const box = await pad(page).boundingBox();
  if (box === null) throw new Error('There is no box.');
  const touch = pointer === 'touch' ? await page.context().newCDPSession(page) : undefined;
  for (const line of LINES) {
    for (const [index, [x, y]] of line.entries()) {
      const place = { x: box.x + x * box.width, y: box.y + y * box.height };
      if (touch !== undefined) {
        const type = index === 0 ? 'touchStart' : 'touchMove';
        await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [place] });
      } else if (index === 0) {
        await page.mouse.move(place.x, place.y);
        await page.mouse.down();
      } else await page.mouse.move(place.x, place.y, { steps: 8 });
    }
    if (touch === undefined) await page.mouse.up();
    else await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

test('a person signs with a finger, clears it, signs with the mouse, and sends', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 420 });
  await withService(async (origin, service) => {
    await open(page, origin);
    const accept = page.getByRole('button', { name: 'Accept' });
    await accept.click();
    await expect(page.getByText('Sign in the box.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Type instead' })).toBeFocused();
    expect((await pad(page).boundingBox())?.height).toBeGreaterThanOrEqual(160);
    await pad(page).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    await sign(page, 'touch');
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    await expect(lines(page)).toHaveCount(2);
    await expect(page.getByText('Sign in the box.', { exact: true })).toBeHidden();
    await expect(page.getByRole('img', { name: 'Signed', exact: true })).toBeVisible();
    // One image for both lines.
    expect(service.images).toHaveLength(1);
    const drawn = await inspect(page, service.images[0]);
    expect(drawn).toMatchObject({ height: 200, corner: '255 255 255 255' });
    expect(drawn.width).toBeGreaterThan(250);
    expect(drawn.width).toBeLessThanOrEqual(600);
    expect(drawn.dark).toBeGreaterThan(0.005);
    expect(drawn.dark).toBeLessThan(0.1);

    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(lines(page)).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'Not signed' })).toBeVisible();
    await sign(page, 'mouse');
    // A rotated phone keeps the lines; sending waits for the upload that has not begun.
    await page.setViewportSize({ width: 568, height: 320 });
    await expect(lines(page)).toHaveCount(2);
    await accept.click();
    await expect(page.getByText('You have accepted the rules.')).toBeVisible();
    expect(service.images).toHaveLength(2);
    expect(service.accepted).toEqual([{ signature: 'https://pictures.example/2.png' }]);
  });
});

test('a person types the name instead, and sends it again after a failure', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await withService(async (origin, service) => {
    service.isDown = true;
    await open(page, origin);
    await page.getByRole('button', { name: 'Type instead' }).press('Enter');
    await expect(page.getByLabel('Your full name')).toBeFocused();
    await page.keyboard.type('Maria Santos');
    await expect(page.getByText('The signature was not uploaded. Try again, or sign again.')).toBeVisible();
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText('You have accepted the rules.')).toBeHidden();
    service.isDown = false;
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByRole('img', { name: 'Signed', exact: true })).toBeVisible();
    const typed = await inspect(page, service.images[0]);
    expect(typed).toMatchObject({ width: 600, height: 200, corner: '255 255 255 255' });
    expect(typed.dark).toBeGreaterThan(0.005);
    await page.getByRole('button', { name: 'Accept' }).press('Enter');
    await expect(page.getByText('You have accepted the rules.')).toBeVisible();
    expect(service.accepted).toEqual([{ signature: 'https://pictures.example/1.png' }]);
  });
});

test('a signature is dark on white on a dark page and in forced colours, and accessible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.addInitScript(AXE);
  await withService(async (origin) => {
    for (const media of [
      { colorScheme: 'light' },
      { colorScheme: 'dark' },
      { colorScheme: 'dark', forcedColors: 'active' },
    ] as const) {
      await page.emulateMedia({ forcedColors: 'none', ...media });
      await open(page, origin);
      await sign(page, 'mouse');
      await expect(page.getByRole('img', { name: 'Signed', exact: true })).toBeVisible();
      const name = Object.values(media).join('-');
      await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
      const { dark } = await inspect(page, await pad(page).screenshot());
      expect(dark, name).toBeGreaterThan(0.005);
      expect(dark, name).toBeLessThan(0.1);
      expect(await findSerious(page), name).toEqual([]);
      await page.getByRole('button', { name: 'Type instead' }).click();
      await page.getByLabel('Your full name').fill('Maria Santos');
      await page.screenshot({ path: test.info().outputPath(`${name}-typed.png`) });
      expect(await findSerious(page), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  });
});
