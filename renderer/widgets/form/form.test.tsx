// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

describe('Form: fields that are sent together', () => {
  it('Return in a field is the event submit, and the browser sends nothing itself', async () => {
    const field = fakeNode('text', { props: { text: 'A field', style: 'body', tone: 'neutral' } });
    const { container, live } = drawNodes(
      fakeNode('form', { id: 'review', on: { submit: [] }, slots: { body: [field] } }),
    );
    await waitFor(() => expect(container.querySelector('form')).not.toBeNull());
    const isLeftToBrowser = fireEvent.submit(container.querySelector('form') as Element);
    expect(isLeftToBrowser).toBe(false);
    expect(live.asked).toEqual([['emit', 'review', 'submit']]);
    expect(page.getByText('A field')).toBeDefined();
  });
});
