import { applyDecorators, HttpCode, Post } from '@nestjs/common';

/** A POST route that answers 200: what it creates has no address. */
export const PostRoute = (path?: string) => applyDecorators(Post(path), HttpCode(200));
