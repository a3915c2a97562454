-- Providers that speak SAML: what they tell of themselves. Empty for OpenID Connect.
alter table sign_in_providers add column saml_metadata text;
