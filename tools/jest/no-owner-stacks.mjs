// React records a stack trace for each element that it creates, for the texts of its warnings. The traces took a
// quarter of the specs' processor time. React records none beyond a count per second: this count is always reached.
import React from 'react';

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
});
