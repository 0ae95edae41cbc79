import { Icon } from '../ui/icons';

export const FilterIcon = () => (
  <Icon>
    <path d="M3.5 6h13M6 10h8M8.5 14h3" />
  </Icon>
);
export const TrashIcon = () => (
  <Icon>
    <path d="M3.75 5.75h12.5M8 5.5V4a.75.75 0 0 1 .75-.75h2.5A.75.75 0 0 1 12 4v1.5M5.25 5.75l.7 9.6a1.5 1.5 0 0 0 1.5 1.4h5.1a1.5 1.5 0 0 0 1.5-1.4l.7-9.6M8.5 9v4.5M11.5 9v4.5" />
  </Icon>
);
export const RetryIcon = () => (
  <Icon>
    <path d="M15.5 6.5A6.25 6.25 0 1 0 16.25 11M15.75 3.25V6.75h-3.5" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon>
    <path d="m5.5 8 4.5 4.5L14.5 8" />
  </Icon>
);

/** The mark of favicon.svg, in the page's own colours. */
export const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M6 27V13.5a10 10 0 0 1 20 0V27l-3.3-2.8L19.3 27 16 24.2 12.7 27l-3.4-2.8zM13.5 10.3v7.8l6.5-3.9z"
    />
  </svg>
);
