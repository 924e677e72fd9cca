import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** The state of an element. The style sheet hides `waiting` on screens only. */
type Reveal = 'waiting' | 'shown';

function canReveal(): boolean {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return 'IntersectionObserver' in window && !isStill;
}

/**
 * Lets the children of an element fade in when they are scrolled into view. Children that are visible already are not
 * hidden first. With reduced motion or without script all children are visible at once.
 */
export function useReveal<Element extends HTMLElement>(): RefObject<Element | null> {
  const list = useRef<Element>(null);

  useEffect(() => {
    const items = [...(list.current?.children ?? [])] as HTMLElement[];
    if (!canReveal()) return;
    const set = (item: HTMLElement, reveal: Reveal) => {
      item.dataset.reveal = reveal;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          set(target as HTMLElement, 'shown');
          observer.unobserve(target);
        }
      },
      { threshold: 0.15 },
    );
    for (const item of items) {
      if (item.getBoundingClientRect().top < window.innerHeight) continue;
      set(item, 'waiting');
      observer.observe(item);
    }
    return () => {
      observer.disconnect();
      for (const item of items) set(item, 'shown');
    };
  }, []);

  return list;
}
