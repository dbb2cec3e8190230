// @vitest-environment jsdom
import { cleanup, render, screen as page } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Heading, HeadingScope } from './heading.tsx';
import { Modal } from './modal.tsx';

afterEach(cleanup);

it.each([2, 3, 5])(
  '1.11 the title of a modal has level 2 and its content level 3, opened from content of level %i',
  (level) => {
    render(
      <HeadingScope level={level}>
        <Modal
          look="sheet"
          id="places"
          title="City"
          onDismiss={undefined}
          maskCloses={false}
          closeLabel={undefined}
          bar={null}
        >
          <Heading className="">North</Heading>
        </Modal>
      </HeadingScope>,
    );
    expect(page.getByRole('heading', { level: 2, name: 'City' })).toBeDefined();
    expect(page.getByRole('heading', { level: 3, name: 'North' })).toBeDefined();
  },
);
