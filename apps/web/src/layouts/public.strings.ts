interface FooterLink {
  readonly to: string;
  readonly label: string;
}

interface FooterGroup {
  readonly title: string;
  readonly links: readonly FooterLink[];
}

const link = (to: string, label: string): FooterLink => ({ to, label });

/** The links of the footer. A page that is only planned says so. */
export const footerGroups: readonly FooterGroup[] = [
  {
    title: 'Product',
    links: [
      link('/features', 'Features'),
      link('/pricing', 'Pricing'),
      link('/api', 'API'),
      link('/integrations', 'Integrations'),
    ],
  },
  {
    title: 'Company',
    links: [
      link('/about', 'About'),
      link('/blog', 'Blog'),
      link('/careers', 'Careers'),
      link('/press', 'Press'),
    ],
  },
  {
    title: 'Support',
    links: [
      link('/support', 'Help & Support'),
      link('/contact', 'Contact'),
      link('/status', 'Status'),
      link('/security', 'Security'),
    ],
  },
  {
    title: 'Legal',
    links: [
      link('/privacy-policy', 'Privacy policy'),
      link('/terms-of-service', 'Terms of service'),
      link('/cookie-policy', 'Cookie policy'),
    ],
  },
];
